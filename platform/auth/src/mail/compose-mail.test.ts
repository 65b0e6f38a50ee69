import { describe, expect, it } from 'vitest'

import { plainBrand } from './brand.ts'
import { chooseLanguage, composeMail, composeText } from './compose-mail.ts'
import { wordings, type MailKind } from './mail-texts.ts'

const config = {
  messages: { productName: 'Books & <Co>', language: 'en', brand: plainBrand, passwordChanged: true },
  codes: { digits: 6, seconds: 600, attempts: 5 },
} as const
const kinds = Object.keys(wordings.en.mails) as MailKind[]
const facts = {
  to: 'ada@shop.example',
  code: '123456',
  link: 'https://shop.example/auth/v1/verify?token=a&type=signup',
}

describe('mails', () => {
  it.each(kinds)('%s says the same in text and HTML, in both languages', (kind) => {
    for (const language of ['en', 'fr'] as const) {
      const mail = composeMail({ kind, language, ...facts }, config)
      expect(mail.to).toBe(facts.to)
      expect(mail.subject).toBe(`${wordings[language].mails[kind].subject} · Books & <Co>`)
      expect(mail.text).toContain('123456')
      expect(mail.html).toContain('123456')
      expect(mail.html).toContain(`lang="${language}"`)
      expect(mail.text.includes(facts.link)).toBe(wordings[language].mails[kind].action !== null)
      expect(mail.html).not.toContain('<Co>')
    }
  })

  it('escape what they are given', () => {
    const mail = composeMail(
      { kind: 'recovery', language: 'en', ...facts, link: 'https://shop.example/"><script>' },
      config,
    )
    expect(mail.html).not.toContain('<script>')
    expect(mail.html).toContain('href="https://shop.example/&#34;&#62;&#60;script&#62;"')
  })

  it('without code or link say nothing about their end', () => {
    const mail = composeMail({ kind: 'already-registered', language: 'fr', to: facts.to }, config)
    expect(mail.text).not.toContain('minutes')
  })
})

describe('texts', () => {
  it('hold the code and how long it lives', () => {
    expect(composeText('fr', '123456', config)).toBe(
      'Books & <Co>\u00A0: votre code est 123456. Il est valable 10 minutes. Ne le donnez à personne.',
    )
  })
})

describe('the language', () => {
  it.each<[Record<string, unknown> | null, string | undefined, string]>([
    [{ language: 'fr' }, 'en', 'fr'],
    [{ locale: 'fr-SN' }, undefined, 'fr'],
    [null, 'fr-FR,fr;q=0.9,en;q=0.8', 'fr'],
    [{ language: 7 }, 'de-DE,en;q=0.5', 'en'],
    [{}, 'wo', 'en'],
    [null, undefined, 'en'],
  ])('of %j and %s is %s', (metadata, accept, language) => {
    expect(chooseLanguage(metadata, accept, 'en')).toBe(language)
  })
})
