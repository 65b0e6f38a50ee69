import { describe, expect, it } from 'vitest'

import { readConfig } from './config.ts'
import { area, SettingsError, whole, type Environment } from './reader.ts'

const configOf = (environment: Environment) => readConfig(environment, { root: '/shop' })

function problemsOf(environment: Environment): SettingsError {
  try {
    configOf(environment)
  } catch (error) {
    if (error instanceof SettingsError) return error
  }
  throw new Error('The settings were accepted')
}

describe('configuration', () => {
  it('needs nothing', () => {
    expect(configOf({})).toMatchObject({
      appEnv: 'development',
      http: { host: '127.0.0.1', port: 3000, publicUrl: null, trustProxy: false, stopDelayMs: 0, shedsLoad: true },
      dataFolder: '/shop/.data',
      database: { kind: 'embedded' },
      keys: { jwtSecret: undefined, anonKey: undefined, serviceRoleKey: undefined },
      product: { root: '/shop', folder: '/shop/supabase', appFolder: '/shop/app/dist', seed: true },
      log: { format: 'json', level: 'info' },
      metricsToken: null,
      traces: null,
      mail: null,
      mailLanguage: 'fr',
    })
  })

  it('reads what is set, and ignores blanks and names that it does not know', () => {
    const config = configOf({
      PORT: ' 8080 ',
      HOST: '0.0.0.0',
      PUBLIC_URL: 'https://Shop.example/',
      TRUST_PROXY: 'loopback, 10.0.0.0/8',
      DATA_DIR: '/var/lib/shop',
      DATABASE_URL: 'postgres://u:p@db/shop',
      SEED_DEMO: 'OFF',
      STOP_DELAY: '5',
      SHED_LOAD: 'off',
      LOG_FORMAT: '',
      SECURITY_CONTACT: 'mailto:security@shop.example',
      SOMETHING_ELSE: '???',
    })
    expect(config.http).toEqual({
      host: '0.0.0.0',
      port: 8080,
      publicUrl: 'https://shop.example',
      securityContact: 'mailto:security@shop.example',
      trustProxy: ['loopback', '10.0.0.0/8'],
      stopDelayMs: 5000,
      shedsLoad: false,
    })
    expect(config).toMatchObject({
      dataFolder: '/var/lib/shop',
      database: { kind: 'postgres', url: 'postgres://u:p@db/shop' },
      product: { seed: false },
      log: { format: 'json' },
    })
  })

  it('sends mails where both the server and the sender are named', () => {
    const mail = { SMTP_URL: 'smtps://u:p@mail.example:465', MAIL_FROM: 'Shop <hello@shop.example>' }
    expect(configOf(mail).mail).toEqual({ url: mail.SMTP_URL, from: mail.MAIL_FROM })
    expect(problemsOf({ SMTP_URL: mail.SMTP_URL }).problems).toMatchObject([{ variable: 'MAIL_FROM' }])
  })

  it.each([
    [{}, 'development'],
    [{ PUBLIC_URL: 'http://shop.example' }, 'development'],
    [{ PUBLIC_URL: 'https://shop.example' }, 'production'],
    [{ PUBLIC_URL: 'https://shop.example', APP_ENV: 'development' }, 'development'],
    [{ APP_ENV: 'Production' }, 'production'],
  ])('is with %j in %s', (environment: Environment, appEnv) => {
    expect(configOf(environment).appEnv).toBe(appEnv)
  })

  it('reads and checks the product’s own settings with the others, and tells what they come to', () => {
    const shelves = { name: 'SHELVES', form: whole(1, 9), default: 3, words: 'How many shelves there are.' }
    const shop = area({
      title: 'Shelves',
      settings: { shelves },
      check: (values, refusals) => {
        if (values.shelves === 9) refusals.reject('SHELVES', 'is too many', 'fewer')
      },
      note: (values) => ['shelves', `${values.shelves}`],
    })
    const read = (environment: Environment) => readConfig(environment, { productAreas: [shop] })
    expect(read({}).product.notes).toEqual([['shelves', '3']])
    for (const SHELVES of ['9', '10', 'many']) {
      expect(() => read({ SHELVES, PORT: 'abc' })).toThrow(/^2 settings are wrong:[^]*SHELVES/)
    }
  })

  it('logs lines for people on a terminal', () => {
    expect(readConfig({}, { isTerminal: true }).log.format).toBe('human')
  })

  it('reports every problem at once, with the name, what is wrong and what is expected', () => {
    const { problems, message } = problemsOf({
      PORT: '70000',
      HOST: 'a b',
      PUBLIC_URL: 'ftp://shop.example',
      TRUST_PROXY: '10.0.0.0/99',
      STOP_DELAY: 'soon',
      DATABASE_URL: 'mysql://root:tulip@db',
      JWT_SECRET: 'too-short-tulip',
      ANON_KEY: 'tulip',
      SEED_DEMO: 'maybe',
      LOG_LEVEL: 'loud',
      METRICS_TOKEN: 'tulip',
    })
    expect(problems.map(({ variable }) => variable).toSorted()).toEqual(
      `ANON_KEY DATABASE_URL HOST JWT_SECRET LOG_LEVEL METRICS_TOKEN PORT PUBLIC_URL SEED_DEMO STOP_DELAY
      TRUST_PROXY`.split(/\s+/),
    )
    expect(message).toContain('11 settings are wrong:')
    expect(message).toMatch(/PORT +is "70000"\n +expected: a whole number from 0 to 65535/)
    expect(message).toMatch(/SEED_DEMO +is "maybe"\n +expected: one of on, off/)
    expect(message).toContain('postgres://user:password@host:5432/database')
  })

  it('refuses a port that no browser and no worker of its own could reach', () => {
    for (const PORT of ['4190', '6000', '6667', '10080']) expect(problemsOf({ PORT }).problems).toHaveLength(1)
    expect(readConfig({ PORT: '4191' }, { isTerminal: false }).http.port).toBe(4191)
  })

  it('never shows an address with somebody’s password, wrong as it may be', () => {
    const addresses = { AUTH_SITE_URL: 'htps://me:tulip@shop.example', S3_ENDPOINT: '//me:tulip@bucket' }
    expect(problemsOf(addresses).problems).toHaveLength(2)
    expect(problemsOf(addresses).message).not.toContain('tulip')
  })

  it('never shows a secret', () => {
    const secrets = { DATABASE_URL: 'db.tulip', JWT_SECRET: 'tulip', ANON_KEY: 'tulip', METRICS_TOKEN: 'tulip' }
    expect(problemsOf(secrets).message).not.toContain('tulip')
  })

  it.each(['https://shop.example/path', 'shop.example', 'https://user@shop.example', 'https://shop.example?x=1'])(
    'refuses %s as PUBLIC_URL',
    (url) => {
      expect(problemsOf({ PUBLIC_URL: url }).problems).toHaveLength(1)
    },
  )

  it('refuses keys without the secret that signed them', () => {
    expect(problemsOf({ ANON_KEY: 'a.b.c' }).message).toMatch(/ANON_KEY +stands without JWT_SECRET/)
    expect(configOf({ ANON_KEY: 'a.b.c', JWT_SECRET: 'x'.repeat(32) }).keys.anonKey).toBe('a.b.c')
  })

  it.each([
    ['0', false],
    ['2', 2],
    ['::1', ['::1']],
  ])('reads TRUST_PROXY=%s as %j', (text, trust) => {
    expect(configOf({ TRUST_PROXY: text }).http.trustProxy).toEqual(trust)
  })
})
