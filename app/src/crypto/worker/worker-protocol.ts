/** What travels between page and worker: one question, one answer, and no key but the search index's. */
import type { VaultCode } from '../codes.ts'
import type { Vault } from '../vault.ts'

export const calls = [
  'state',
  'ownKey',
  'create',
  'unconfirmed',
  'confirmBackup',
  'unlock',
  'addSlot',
  'changeCode',
  'removeSlot',
  'rotate',
  'replaceIdentity',
  'restore',
  'reset',
  'importLegacy',
  'offerLink',
  'answerLink',
  'meetLink',
  'giveLink',
  'takeLink',
  'forget',
  'checkKey',
  'pins',
  'markVerified',
  'acceptKey',
  'safetyNumber',
  'compareSafetyCode',
  'exportPins',
  'mergePins',
  'makeEpoch',
  'openEpoch',
  'knownEpochs',
  'shareEpochs',
  'seal',
  'giveUp',
  'open',
  'disclose',
  'openDisclosed',
  'sealFile',
  'openFile',
] as const satisfies readonly Exclude<keyof Vault, 'userId' | 'close'>[]

export type Call = (typeof calls)[number]

export interface Question {
  id: number
  userId: string
  call: Call
  args: readonly unknown[]
}

export type Answer = { id: number; value: unknown } | { id: number; failure: VaultCode }
