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

  it.each(kinds)('%s fetches nothing, and has one button at most', (kind) => {
    const { html } = composeMail({ kind, language: 'fr', ...facts }, config)
    expect(html).not.toMatch(/src=|url\(|@import|<link|<script|<img/i)
    expect(
      html.match(/href="[^"]*"/g)?.every((href) => href === `href="${facts.link.replaceAll('&', '&#38;')}"`) ?? true,
    ).toBe(true)
    expect(html.match(/class="m-on-accent"/g) ?? []).toHaveLength(wordings.fr.mails[kind].action === null ? 0 : 1)
    // Gmail cuts what is longer.
    expect(html.length).toBeLessThan(20_000)
  })

  it('wear the colours of the product, in the dark too', () => {
    const light = { ...plainBrand.light, accent: '#c4431e' }
    const brand = {
      ...plainBrand,
      mark: '§',
      strip: ['#123456'],
      light,
      dark: { ...plainBrand.dark, accent: '#f36d3a' },
    }
    const branded = { ...config, messages: { ...config.messages, brand } }
    const { html } = composeMail({ kind: 'confirmation', language: 'en', ...facts }, branded)
    expect(html).toContain('bgcolor="#c4431e"')
    expect(html).toMatch(/prefers-color-scheme:dark\)\{.*\.m-accent\{background:#f36d3a!important\}/)
    expect(html.match(/bgcolor="#123456"/g)).toHaveLength(24)
    expect(html).toContain('§')
  })

  it('say how long a code lives, in words', () => {
    const mailFor = (seconds: number) =>
      composeMail(
        { kind: 'reauthentication', language: 'fr', ...facts },
        { ...config, codes: { ...config.codes, seconds } },
      ).text
    expect(mailFor(60)).toMatch(/Valable 1\sminute,/)
    expect(mailFor(600)).toMatch(/Valable 10\sminutes,/)
    expect(mailFor(7200)).toMatch(/Valable 2\sheures,/)
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
