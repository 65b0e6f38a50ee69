import { describe, expect, it } from 'vitest'

import { chooseRedirect } from './redirect.ts'

const rules = {
  siteUrl: 'https://shop.example',
  redirectUrls: ['https://*.preview.example/**', 'bookshop://open/*', 'https://partner.example/back'],
}

describe('where a link may lead', () => {
  it.each([
    'https://shop.example/books?page=2#top',
    'https://one.preview.example/deep/path.html',
    'bookshop://open/cart',
    'https://partner.example/back?x=1',
    'http://127.0.0.1:4321/back',
    'http://[::1]:3000/',
  ])('%s is allowed', (wish) => {
    expect(chooseRedirect(wish, rules)).toBe(wish)
  })

  it.each([
    'https://evil.example',
    '//evil.example',
    'https://shop.example@evil.example',
    'https://user:pass@shop.example/',
    'https://shop.example.evil.example',
    'https://evilshop.example',
    'https://shop.example:8443/',
    'http://shop.example/',
    'javascript:alert(1)',
    'javascript://shop.example/%0aalert(1)',
    'data:text/html,x',
    '\\\\evil.example',
    'https:\\\\evil.example',
    'https://evil.example#https://shop.example',
    'https://evil.example?https://shop.example',
    'http://2130706433.evil.example/',
    'http://2130706433/',
    'http://0177.0.0.1/',
    'http://3232235777/',
    'https://shop.example/\r\nset-cookie: a=b',
    'https://shop.example/\tx',
    'https://a.b.preview.example/',
    'https://evil.example/.preview.example/x',
    'https://partner.example/back/more',
    'ftp://127.0.0.1/',
    `https://shop.example/${'x'.repeat(8192)}`,
    '',
    undefined,
    ['https://shop.example'],
  ])('A-11 %j leads to the site', (wish) => {
    expect(chooseRedirect(wish, rules)).toBe('https://shop.example')
  })

  it('any port of a local site is the site', () => {
    expect(chooseRedirect('http://localhost:5173/x', { siteUrl: 'http://localhost:3000', redirectUrls: [] })).toBe(
      'http://localhost:5173/x',
    )
  })
})
