/** A thread of hundreds of messages on a phone: what is drawn of it, and where one is in it. */
import type { Session } from '@supabase/supabase-js'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { desktop, phone, visit } from '../../support/browser.ts'
import { join, remembered } from '../../support/people.ts'
import { clientOf } from '../../support/workflows.ts'
import { startedProduct } from '../support/product.ts'
import { serviceOf } from '../support/published-posts.ts'

const product = startedProduct()

const field = (page: Page) => page.getByRole('textbox', { name: 'Votre message' })
const log = (page: Page) => page.getByRole('log', { name: 'Messages' })

test('of a long thread a window is drawn; what is older comes above without moving what is read', async () => {
  const count = 260
  const [me, other] = await Promise.all([join(product.system), join(product.system)])
  const conversation = await writeLongAgo({ me, other, count })
  const { page, context, complaints } = await visit(product.browser, product.system.url, {
    viewport: phone,
    storage: remembered(me),
  })
  await page.goto(`/messages?conversation=${conversation}`)
  const numbered = (number: number) => log(page).getByRole('article', { name: new RegExp(`, Phrase ${number},`, 'u') })
  await numbered(count).getByText('Ancien message non chiffré').waitFor()
  // Until keys were made here in silence, and after: the other one has none.
  await page
    .getByText(/^(?:Non chiffré|En attente de ses clés)/u)
    .first()
    .waitFor()
  expect(await page.getByText('Chiffré de bout en bout').count()).toBe(0)

  // As a finger does it, page after page, until the first one.
  let most = 0
  let moved = 0
  await expect
    .poll(
      async () => {
        const step = await log(page).evaluate(scrollUp)
        most = Math.max(most, step.drawn)
        moved = Math.max(moved, step.moved)
        return numbered(1).count()
      },
      { interval: 50, timeout: 90_000 },
    )
    .toBe(1)
  expect(most).toBeLessThanOrEqual(120)
  expect(moved).toBeLessThanOrEqual(2)
  // Turned, or made wider: what is read and what is being written stay where they are.
  await page.getByRole('button', { name: 'Joindre', exact: true }).waitFor()
  await field(page).fill('Pas fini')
  await numbered(1).evaluate((found) => found.scrollIntoView())
  await numbered(1).focus()
  for (const viewport of [desktop, phone]) {
    await page.setViewportSize(viewport)
    await page.getByRole('list', { name: 'Conversations' }).waitFor({
      state: viewport === desktop ? 'visible' : 'detached',
    })
    expect(await numbered(1).evaluate((found) => found === document.activeElement)).toBe(true)
    expect(await field(page).inputValue()).toBe('Pas fini')
  }
  await page.getByRole('button', { name: /aller en bas|Aller au dernier message/u }).click()
  await expect
    .poll(() => numbered(count).evaluate((found) => found.getBoundingClientRect().bottom < innerHeight))
    .toBe(true)
  // A picture comes in the very moment in which one scrolls: whoever was at the end still is.
  await log(page).evaluate(scrollUpALittle)
  await log(page).evaluate(growWhileScrolling)
  await expect
    .poll(() =>
      log(page).evaluate(({ scrollHeight, clientHeight, scrollTop }) => scrollHeight - clientHeight - scrollTop),
    )
    .toBeLessThan(2)
  expect(complaints).toEqual([])
  await context.close()
})

/** The browser tells of the scrolling before it tells of the size. */
function growWhileScrolling(frame: Element): void {
  const message = frame.querySelector<HTMLElement>('[data-message]')
  frame.scrollBy(0, 10)
  if (message) message.style.paddingTop = '600px'
}

const scrollUpALittle = async (frame: Element): Promise<void> => {
  frame.scrollBy(0, -20)
  await new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(resolve))
  })
}

/** Half a page up; how far what was in sight then moved while older messages came, and how many are drawn. */
async function scrollUp(frame: Element): Promise<{ drawn: number; moved: number }> {
  const articles = () => [...frame.querySelectorAll('[data-message]')]
  const topOf = (found: Element) => found.getBoundingClientRect().top
  frame.scrollBy(0, -frame.clientHeight / 2)
  const kept = articles().find((found) => topOf(found) > frame.getBoundingClientRect().top)
  const before = kept && topOf(kept)
  await new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(resolve))
  })
  return { drawn: articles().length, moved: kept?.isConnected ? Math.abs(topOf(kept) - (before ?? 0)) : 0 }
}

interface LongThread {
  me: Session
  other: Session
  count: number
}

/** A conversation from before encryption, as an import leaves it. */
async function writeLongAgo({ me, other, count }: LongThread): Promise<string> {
  const { data: conversation } = await clientOf(product.system, me.access_token).rpc('start_conversation', {
    other: other.user.id,
  })
  await clientOf(product.system, other.access_token).rpc('answer_request', { conversation, answer: 'accept' })
  const newest = Date.now() - 60_000
  const rows = Array.from({ length: count }, (_, place) => ({
    id: crypto.randomUUID(),
    conversation_id: conversation,
    sender_id: place % 3 === 0 ? other.user.id : me.user.id,
    encrypted_content: `Phrase ${place + 1}`,
    iv: 'simple',
    message_type: 'text',
    created_at: new Date(newest - (count - place) * 120_000).toISOString(),
  }))
  const { error } = await serviceOf(product.system).from('encrypted_messages').insert(rows)
  expect(error).toBeNull()
  return conversation as string
}
