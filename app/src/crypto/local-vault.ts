/** The vault itself, where the keys are: in the worker of a page, in the service worker, in a test. */
import { stateOf } from './account/account-state.ts'
import * as account from './account/account.ts'
import * as link from './account/link-device.ts'
import { restoreBackup } from './account/restore-backup.ts'
import type { Argon2 } from './account/slots.ts'
import { readUnconfirmed } from './account/unconfirmed-keys.ts'
import { isSame, utf8, wipe } from './bytes.ts'
import { VaultError } from './codes.ts'
import * as contacts from './contacts/contacts.ts'
import { makeEpoch, shareEpochs } from './epochs/make-epoch.ts'
import { openEpoch } from './epochs/open-epoch.ts'
import { disclose, openDisclosure } from './messages/disclosure.ts'
import { openFile, sealFile } from './messages/files.ts'
import { openMessages } from './messages/open-message.ts'
import { sealMessage } from './messages/seal-message.ts'
import { voidPlace } from './messages/sequence.ts'
import type { VaultStore } from './records.ts'
import type { Vault } from './vault.ts'

export interface LocalVaultOptions {
  store: VaultStore
  /** Absent where WebAssembly is: passphrases then are stretched by PBKDF2. */
  argon2?: Argon2
  now?: () => number
}

export function createLocalVault(userId: string, { store, argon2, now = Date.now }: LocalVaultOptions): Vault {
  const device: account.Device = { userId, store, argon2, now }
  return {
    userId,
    ...accountCalls(device),
    ...contactCalls(device),
    ...linkCalls(device),
    makeEpoch: (wanted) => makeEpoch(device, wanted),
    openEpoch: (row, wrap, context) => openEpoch(device, { row, wrap, context }),
    async knownEpochs(epochIds) {
      const found = await Promise.all(epochIds.map((epochId) => store.read('epochs', epochId)))
      return found.flatMap((epoch) => (epoch?.key ? [epoch.epochId] : []))
    },
    shareEpochs: (epochIds, recipient) => shareEpochs(device, epochIds, recipient),
    seal: (message) => sealMessage(device, message),
    giveUp: (epochId, id) => voidPlace(store, epochId, id),
    open: (rows) => openMessages(device, rows),
    disclose: (row) => disclose(device, row),
    openDisclosed: (disclosed, identities) => openDisclosure(disclosed, identities),
    sealFile,
    openFile,
    close: () => undefined,
  }
}

function accountCalls(device: account.Device) {
  return {
    state: (serverKey) => stateOf(device, serverKey),
    ownKey: async () => (await account.findAccount(device))?.keyRow ?? null,
    create: ({ slots = [] } = {}) => account.createKeys(device, { slots, before: null, seq: 1 }),
    unconfirmed: () => readUnconfirmed(device),
    confirmBackup: () => account.confirmBackup(device),
    unlock: (backup, secret) => account.unlock(device, { backup, secret }),
    addSlot: (held, slot) => account.addSlot(device, held, slot),
    changeCode: (held) => account.changeCode(device, held),
    removeSlot: (held, index) => account.removeSlot(device, held, index),
    rotate: (held) => account.rotateKeys(device, held, false),
    replaceIdentity: (held) => account.rotateKeys(device, held, true),
    restore: (held, place) => restoreBackup(device, held, place),
    reset: (serverKey, lastSeq) => account.resetKeys(device, serverKey, lastSeq),
    importLegacy: (raw, held) => account.importLegacy(device, raw, held),
    forget: ({ keepKeys }) => account.forget(device, keepKeys),
  } satisfies Partial<Vault>
}

/** What was shown or scanned is remembered for as long as the page lives, and on no disk. */
function linkCalls(device: account.Device) {
  let offer: link.Offer | null = null
  let met: link.Met | null = null
  let answered: link.Answered | null = null
  return {
    async offerLink() {
      const made = await link.makeOffer(device.userId)
      ;[offer, met, answered] = [made.offer, null, null]
      return made.code
    },
    async answerLink(scanned) {
      const made = await link.answerOffer(device.userId, scanned)
      ;[offer, met, answered] = [null, null, made.answered]
      return made.answer
    },
    async meetLink(message) {
      if (answered) {
        const taken = await link.takeNumber(answered, message)
        answered = taken.answered
        return { numbers: taken.numbers, reply: null }
      }
      // The first who answers is whom the person compares words with: nobody may take that place meanwhile.
      if (!offer || met) throw new VaultError('bad_link')
      const taken = await link.takeAnswer(offer, message)
      met = taken.met
      return { numbers: taken.numbers, reply: taken.number }
    },
    async giveLink(held) {
      if (!met) throw new VaultError('bad_link')
      const masterKey = await account.openMasterKey(device, held)
      const sealed = await link.sealMaster(met, masterKey)
      wipe(masterKey)
      ;[offer, met] = [null, null]
      return sealed
    },
    async takeLink(backup, sealed) {
      if (!answered) throw new VaultError('bad_link')
      await account.unlockWithMaster(device, backup, await link.openMaster(answered, sealed))
      answered = null
    },
  } satisfies Partial<Vault>
}

function contactCalls(device: account.Device) {
  return {
    checkKey: (row, log) => contacts.checkKey(device, row, log),
    pins: () => contacts.listPins(device),
    markVerified: (userId, isVerified) => contacts.markVerified(device, userId, isVerified),
    acceptKey: (userId, options) => contacts.acceptKey(device, userId, options?.compared ?? false),
    safetyNumber: (otherId) => contacts.safetyNumber(device, otherId),
    async compareSafetyCode(otherId, scanned) {
      const { qr } = await contacts.safetyNumber(device, otherId)
      return isSame(utf8(qr), utf8(scanned))
    },
    exportPins: () => contacts.exportPins(device),
    mergePins: (sealed) => contacts.mergePins(device, sealed),
  } satisfies Partial<Vault>
}
