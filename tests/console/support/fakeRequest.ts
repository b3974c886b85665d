/** Replaces XMLHttpRequest: the test sets the progress and the end of a request. */
export class FakeRequest {
  static all: FakeRequest[] = [];
  readonly upload: { onprogress?: (event: { loaded: number }) => void } = {};
  readonly headers: Record<string, string> = {};
  onload?: () => void;
  onabort?: () => void;
  onerror?: () => void;
  status = 0;
  responseText = '';
  url = '';
  aborted = false;
  constructor() {
    FakeRequest.all.push(this);
  }
  open(method: string, url: string) {
    this.url = `${method} ${url}`;
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  send() {}
  abort() {
    this.aborted = true;
    this.onabort?.();
  }
  answer(status: number, body: object) {
    Object.assign(this, { status, responseText: JSON.stringify(body) });
    this.onload?.();
  }
}
