/** THREATS A-21: whoever opens a stranger's link stays who they are, and sees who that is. */
import { expect, test } from 'vitest'

import { desktop, visit } from '../../support/browser.ts'
import { join, remembered, sessionKey } from '../../support/people.ts'
import { startedProduct } from '../support/product.ts'

const product = startedProduct()

async function hostileLinks(): Promise<string[]> {
  const { access_token, refresh_token } = await join(product.system)
  const tokens = new URLSearchParams({ access_token, refresh_token, expires_in: '3600', token_type: 'bearer' })
  const account = '/account?section=security'
  return [
    `${account}#${tokens.toString()}`,
    `${account}&${tokens.toString()}`,
    `${account}&code=${crypto.randomUUID()}`,
  ]
}

test('A-21 a link with a stranger’s tokens changes nobody’s account', async () => {
  const mine = await join(product.system)
  const links = await hostileLinks()
  const { context, page } = await visit(product.browser, product.system.url, {
    viewport: desktop,
    storage: remembered(mine),
  })
  for (const link of links) {
    await page.goto('/')
    await page.goto(link)
    await page.getByText(mine.user.email!, { exact: true }).first().waitFor()
    const stored = await page.evaluate((key) => localStorage.getItem(key), sessionKey)
    expect(JSON.parse(stored ?? 'null')).toMatchObject({ user: { id: mine.user.id } })
  }
  await context.close()
})

test('A-21 the same link signs in nobody who is not', async () => {
  const links = await hostileLinks()
  const { context, page } = await visit(product.browser, product.system.url, { viewport: desktop })
  for (const link of links) {
    await page.goto('/')
    await page.goto(link)
    await page.waitForURL(/\/auth\?/u)
    expect(await page.evaluate((key) => localStorage.getItem(key), sessionKey)).toBeNull()
  }
  await context.close()
})
