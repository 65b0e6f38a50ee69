import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { vectorCases } from '../../../app/src/crypto/tests/vectors/vector-cases.ts'
import {
  alice,
  backupOf,
  bob,
  carol,
  conversation,
  direct,
  keyRowOf,
  vectors,
  wrapOf,
} from '../../../app/src/crypto/tests/vectors/vectors.ts'
import type { Vault } from '../../../app/src/crypto/vault.ts'
import { desktop, visit } from '../../support/browser.ts'
import { startedProduct } from '../support/product.ts'
import { keepPolicy, startWorker, vaultIn } from './vault-page.ts'

const product = startedProduct()

async function openTab(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await keepPolicy(page)
  await page.goto('/')
  await startWorker(page)
  return page
}

async function freshDevice() {
  const { context, page: first, complaints } = await visit(product.browser, product.system.url, { viewport: desktop })
  await keepPolicy(first)
  await first.goto('/')
  await startWorker(first)
  return { context, page: first, complaints }
}

/** With the vectors' keys, everybody checked and the epoch open. */
async function unlock(vault: Vault): Promise<void> {
  const { backup, secret } = await backupOf(vault.userId)
  await vault.unlock(backup, secret)
  for (const other of [alice, bob, carol]) await vault.checkKey(keyRowOf(other))
  await vault.openEpoch(vectors.epoch, wrapOf(vault.userId), direct)
}

test('every vector, and every spoilt one, in the real worker under the page’s own headers', async () => {
  const { context, page, complaints } = await freshDevice()
  const empty = async (userId: string) => {
    const vault = vaultIn(page, userId)
    await vault.forget({ keepKeys: false })
    return vault
  }
  const devices = {
    empty,
    async of(userId: string) {
      const vault = await empty(userId)
      const { backup, secret } = await backupOf(userId)
      await vault.unlock(backup, secret)
      return vault
    },
  }
  const answers = []
  const expected = []
  for (const { name, run, expected: due } of vectorCases) {
    answers.push([name, await run(devices).catch((error: Error) => error.message)])
    expected.push([name, due])
  }
  expect(answers).toEqual(expected)
  expect(complaints).toEqual([])
  await context.close()
})

test('E-15 keys stay when the page goes, leave neither it nor their account, and no other worker is started', async () => {
  const { context, page } = await freshDevice()
  await unlock(vaultIn(page, alice))
  await page.reload()
  const taken = await page.evaluate(async (name) => {
    const opening = indexedDB.open(name)
    await new Promise((resolve) => opening.addEventListener('success', resolve))
    const reading = opening.result.transaction('account').objectStore('account').get('self')
    await new Promise((resolve) => reading.addEventListener('success', resolve))
    const { identityKey, keys, syncKey } = reading.result as {
      identityKey: CryptoKey
      syncKey: CryptoKey
      keys: { key: CryptoKey }[]
    }
    opening.result.close()
    const all = [identityKey, syncKey, ...keys.map(({ key }) => key)]
    const nameOf = (error: Error) => error.name
    return Promise.all(
      all.map((key) => crypto.subtle.exportKey(key.type === 'private' ? 'pkcs8' : 'raw', key).then(String, nameOf)),
    )
  }, `cortexia-keys/${alice}`)
  expect(taken).toEqual(['InvalidAccessError', 'InvalidAccessError', 'InvalidAccessError'])
  await startWorker(page)
  const vault = vaultIn(page, alice)
  expect(await vault.state(keyRowOf(alice))).toBe('ready')
  expect((await vault.open(vectors.messages)).map(({ body }) => body)).toEqual(vectors.bodies)
  const refused = await page.evaluate(() => {
    try {
      new Worker('/sw.js').terminate()
      return 'started'
    } catch (error) {
      return (error as Error).name
    }
  })
  expect(refused).toBe('TypeError')
  // Another account on this browser has no way to them.
  expect(await vaultIn(page, bob).state(keyRowOf(bob))).toBe('needs_unlock')
  await context.close()
})

test('E-06 two tabs that seal fifty each share one sequence and lose no place in it', async () => {
  const { context, page } = await freshDevice()
  const other = await openTab(context)
  const vaults = [vaultIn(page, alice), vaultIn(other, alice)]
  await unlock(vaults[0] as Vault)
  const seal = (vault: Vault) => {
    const body = { t: 'text', text: 'Bonjour', ts: 1 }
    const place = { conversationId: conversation, epochId: vectors.epoch.epoch_id, type: 'text' } as const
    return Promise.all(Array.from({ length: 50 }, () => vault.seal({ ...place, id: crypto.randomUUID(), body })))
  }
  const rows = (await Promise.all(vaults.map(seal))).flat()
  const places = rows.map(({ metadata }) => metadata.e2ee)
  expect(new Set(places.map(({ d }) => d)).size).toBe(1)
  expect(places.map(({ n }) => n).sort((one, two) => one - two)).toEqual(Array.from({ length: 100 }, (_, n) => n))
  const opened = await (vaults[1] as Vault).open(rows)
  expect(opened.filter(({ body }) => body?.text === 'Bonjour')).toHaveLength(100)
  // What one tab forgets, the other does not remember.
  await (vaults[0] as Vault).forget({ keepKeys: false })
  await expect.poll(() => (vaults[1] as Vault).state(keyRowOf(alice))).toBe('needs_unlock')
  await context.close()
})
