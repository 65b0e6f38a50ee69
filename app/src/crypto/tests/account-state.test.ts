import { describe, expect, test } from 'vitest'

import { signKeyRow } from '../account/key-statement.ts'
import { randomBytes, fromBase64 } from '../bytes.ts'
import { importSigningKey } from '../ciphers.ts'
import { createLocalVault } from '../local-vault.ts'
import { memoryStore } from './memory-store.ts'
import { codeOf, conversationId, say } from './talking-vaults.ts'
import { alice, bob, frozenBackup, keyRowOf, userOf, vectors } from './vectors/vectors.ts'

describe('an account’s keys on a device', () => {
  test('go from absent over unconfirmed to ready, and the code stays here until the backup is confirmed', async () => {
    const store = memoryStore()
    const vault = createLocalVault(alice, { store })
    expect(await vault.state(null)).toBe('absent')
    expect(await codeOf(vault.exportPins())).toBe('locked')
    expect(await vault.unconfirmed()).toBeNull()
    const made = await vault.create()
    const { keyRow, recoveryCode } = made
    expect(await vault.state(keyRow)).toBe('ready_unbacked')
    expect(await vault.unconfirmed()).toEqual(made)
    expect(JSON.stringify(await store.read('account', 'self'))).not.toContain(recoveryCode)
    expect(await vault.state({ ...keyRow, public_key: userOf(bob).rsaSpki })).toBe('alarm')
    const epoch = await vault.makeEpoch({ conversationId, members: [keyRow] })
    await vault.openEpoch(epoch, epoch.wraps[0] ?? null, { isDirect: false, founders: [alice] })
    await expect(say(vault, epoch.epochId, 'Bonjour')).resolves.toMatchObject({ message_type: 'text' })
    await vault.confirmBackup()
    expect(await vault.unconfirmed()).toBeNull()
    expect(await store.read('account', 'self')).not.toHaveProperty('unconfirmed')
    expect(await vault.state(keyRow)).toBe('ready')
    await expect(say(vault, epoch.epochId, 'Bonjour')).resolves.toMatchObject({ message_type: 'text' })
  })

  test('never lie on a device without the code that opens their backup, wherever their making ends', async () => {
    const store = memoryStore()
    let writes = 0
    const write: typeof store.write = (table, key, value) => {
      writes += 1
      return writes === 1 ? store.write(table, key, value) : Promise.reject(new Error('the page is gone'))
    }
    await expect(createLocalVault(alice, { store: { ...store, write } }).create()).rejects.toThrow('gone')
    const next = createLocalVault(alice, { store })
    expect(await next.unconfirmed()).toMatchObject({ keyRow: await next.ownKey() })
  })

  test('that are nowhere else stay at a sign-out; where the device does not say what it has, all do', async () => {
    const store = memoryStore()
    const vault = createLocalVault(alice, { store })
    await vault.create()
    const read = () => Promise.reject(new Error('storage'))
    const silent = createLocalVault(alice, { store: { ...store, read } })
    await expect(silent.forget({ keepKeys: 'unconfirmed' })).rejects.toThrow('storage')
    await vault.forget({ keepKeys: 'unconfirmed' })
    expect(await vault.unconfirmed()).not.toBeNull()
    await vault.confirmBackup()
    await vault.forget({ keepKeys: 'unconfirmed' })
    expect(await vault.ownKey()).toBeNull()
  })

  test('that an older version left without backup and code stay at a sign-out too', async () => {
    const store = memoryStore()
    const vault = createLocalVault(alice, { store })
    await vault.create()
    await store.update('account', 'self', (account) => {
      const { unconfirmed: _, ...halfWritten } = account!
      return { ...halfWritten, isBacked: false }
    })
    await vault.forget({ keepKeys: 'unconfirmed' })
    expect(await vault.ownKey()).not.toBeNull()
    await vault.forget({ keepKeys: false })
    expect(await vault.ownKey()).toBeNull()
  })

  test('are those that are published where the bundle does not say how: their row is taken over', async () => {
    const vault = createLocalVault(alice, { store: memoryStore() })
    await vault.unlock(frozenBackup, { code: vectors.backup.code })
    const published = keyRowOf(alice)
    expect((await vault.ownKey())?.signature).not.toBe(published.signature)
    expect(await vault.state(published)).toBe('ready')
    expect(await vault.ownKey()).toEqual(published)
  })

  test('are an alarm where somebody else signed for the same keys, or for others of the same generation', async () => {
    const vault = createLocalVault(alice, { store: memoryStore() })
    await vault.unlock(frozenBackup, { code: vectors.backup.code })
    const own = await vault.ownKey()
    const signedBy = async (userId: string, encryptionOf: string) => {
      const { ikPkcs8, ikSpki } = userOf(userId)
      const claim = {
        userId: alice,
        generation: 1,
        encryptionKey: fromBase64(userOf(encryptionOf).rsaSpki),
        identityKey: fromBase64(ikSpki),
        previousHash: randomBytes(32),
        createdMs: 1,
      }
      return signKeyRow(claim, { key: await importSigningKey(fromBase64(ikPkcs8)) })
    }
    expect(await vault.state(await signedBy(bob, alice))).toBe('alarm')
    expect(await vault.state(await signedBy(alice, bob))).toBe('alarm')
    expect(await vault.ownKey()).toEqual(own)
  })
})
