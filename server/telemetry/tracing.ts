import { type Context, context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { ObservationSink, ObservedWork, WorkKind } from './observe.ts';

const kinds: Readonly<Record<WorkKind, SpanKind>> = {
  request: SpanKind.SERVER,
  statement: SpanKind.CLIENT,
  job: SpanKind.CONSUMER,
  mail: SpanKind.CLIENT,
  webhook: SpanKind.CLIENT,
};

/** The client's span, if its header is valid (https://www.w3.org/TR/trace-context/#traceparent-header). */
function parentOf(header: string | undefined): Context {
  const [, traceId, spanId, flags] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(header ?? '') ?? [];
  if (!traceId || !spanId) return context.active();
  const traceFlags = Number.parseInt(flags ?? '0', 16) & 1;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

const fail = (span: Span, error: unknown): void => {
  span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown');
  span.setStatus({ code: SpanStatusCode.ERROR });
};

/**
 * Sends traces to the collector of the standard variables (OTEL_*).
 * @returns the sink of observations, and a function that sends the last of them
 */
export function startTracing(): { sink: ObservationSink; stop(): Promise<void> } {
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': 'licence-console' }))
    .merge(detectResources({ detectors: [envDetector] }));
  const provider = new BasicTracerProvider({
    resource,
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  const contexts = new AsyncLocalStorageContextManager().enable();
  context.setGlobalContextManager(contexts);
  const tracer = provider.getTracer('licence-console');
  const around = <T>(
    { kind, name, attributes = {}, outcome, parent }: ObservedWork<T>,
    work: () => Promise<T>,
  ): Promise<T> =>
    tracer.startActiveSpan(`${name}`, { kind: kinds[kind], attributes }, parentOf(parent), async (span) => {
      try {
        const result = await work();
        const ended = outcome?.(result);
        if (kind === 'request') span.setAttribute('http.response.status_code', Number(ended));
        if (kind === 'request' && Number(ended) >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        return result;
      } catch (error) {
        fail(span, error);
        throw error;
      } finally {
        span.end();
      }
    });
  return { sink: { around }, stop: () => provider.shutdown() };
}
