import { languageOf, type StoredLanguage } from '../../../contract/messages/label.ts';
import type { DomainSettings } from '../context.ts';
import { mailHtml } from './layout.ts';
import { mailWords } from './template.ts';

const words = {
  en: {
    title: 'Test e-mail',
    top: 'The e-mail settings work: this message was sent by the e-mail server that is set in the console.',
  },
  zh: { title: '测试邮件', top: '邮件设置有效：本邮件由控制台中设置的邮件服务器发出。' },
} as const;

/** The mail with which an administrator tests the settings, in their language, as text and HTML. */
export function renderTestMail(language: StoredLanguage, { publicUrl, productName, colour: colours }: DomainSettings) {
  const key = languageOf(language);
  const { title, top } = words[key];
  const { brand, colour, footer, open } = mailWords(language, { name: productName[key], colour: colours[key] });
  const link = { text: open, url: `${publicUrl}/setting/mail` };
  const subject = `${title} · ${brand}`;
  const text = [top, '', link.text, link.url, '', footer, ''].join('\n');
  const html = mailHtml({ language, title, top: [top], facts: [], bottom: [], links: [link], brand, colour, footer });
  return { subject, text, html };
}
