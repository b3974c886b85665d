import type { ReactNode } from 'react';
import { saveLanguage, storedLanguage } from '../../i18n/language.ts';
import { text } from '../../i18n/text.ts';
import logoEn from '../../shell/logo/en.svg';
import { ProductLogo } from '../../shell/logo/ProductLogo.tsx';
import logoZh from '../../shell/logo/zh.svg';
import './login.css';

function Languages() {
  const choose = (language: 'en' | 'zh-CN') => {
    saveLanguage(language);
    window.location.reload();
  };
  return (
    <div className="login-languages">
      <button type="button" lang="zh-CN" aria-pressed={storedLanguage() === 'zh-CN'} onClick={() => choose('zh-CN')}>
        中文
      </button>
      <button type="button" lang="en" aria-pressed={storedLanguage() === 'en'} onClick={() => choose('en')}>
        English
      </button>
    </div>
  );
}

/** The frame of the login page and of the pages for a forgotten password: the brand, the languages, and one form. */
export function LoginFrame({ children }: { children: ReactNode }) {
  const words = text();
  return (
    <main className="login">
      <section className="login-brand">
        <ProductLogo src={storedLanguage() === 'en' ? logoEn : logoZh} width={168} />
        <p>{words.tagline}</p>
      </section>
      <section className="login-panel">
        <Languages />
        {children}
      </section>
    </main>
  );
}
