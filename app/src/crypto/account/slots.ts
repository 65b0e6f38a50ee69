/** Slots, as in LUKS: each wraps the account's master key under one secret, so that each changes without the others. */
import { fromBase64, isU32, randomBytes, toBase64, u32, utf8, uuidBytes, wipe, type Bytes } from '../bytes.ts'
import { decrypt, deriveKey, encrypt, importSecret } from '../ciphers.ts'
import { VaultError } from '../codes.ts'
import { encode } from '../encode.ts'
import type { Slot, SlotType } from '../rows.ts'
import type { Secret } from '../vault.ts'
import { readCode } from './recovery-code.ts'

/** Argon2id with a 32-byte answer; memory in KiB. */
export type Argon2 = (password: Bytes, salt: Bytes, cost: { m: number; t: number; p: number }) => Promise<Bytes>

type Cost = Slot['p']

const written: Record<SlotType, Cost> = {
  code: {},
  prf: {},
  argon2id: { m: 65_536, t: 3, p: 1 },
  pbkdf2: { i: 1_000_000 },
}

/** OWASP's floors, and ceilings that a phone survives: whoever keeps the slot could write anything into it. */
const limits: Record<SlotType, Record<'m' | 't' | 'p' | 'i', [lowest: number, highest: number]>> = {
  code: { m: [0, 0], t: [0, 0], p: [0, 0], i: [0, 0] },
  prf: { m: [0, 0], t: [0, 0], p: [0, 0], i: [0, 0] },
  argon2id: { m: [19_456, 262_144], t: [2, 10], p: [1, 4], i: [0, 0] },
  pbkdf2: { m: [0, 0], t: [0, 0], p: [0, 0], i: [600_000, 10_000_000] },
}

const isKnown = (type: string): type is SlotType => Object.hasOwn(written, type)

function checkCost({ t, p }: Slot): void {
  const isAllowed = Object.entries(limits[t]).every(([name, [lowest, highest]]) => {
    const value = p[name as keyof Cost] ?? 0
    return isU32(value) && value >= lowest && value <= highest
  })
  if (!isAllowed) throw new VaultError('kdf_params')
}

/** Which slots a secret can open. */
export function typesFor(secret: Secret): SlotType[] {
  if ('code' in secret) return ['code']
  return 'prf' in secret ? ['prf'] : ['argon2id', 'pbkdf2']
}

interface SlotOptions {
  userId: string
  argon2?: Argon2 | undefined
}

/** The master key, or the reason why not. */
export async function openSlot(slot: Slot, secret: Secret, { userId, argon2 }: SlotOptions): Promise<Bytes> {
  if (!isKnown(slot.t)) throw new VaultError('unknown_slot')
  if (!typesFor(secret).includes(slot.t)) throw new VaultError('no_slot')
  checkCost(slot)
  const { salt, iv, ct } = readSlot(slot)
  const kek = await keyFrom(slot, { secret, salt, argon2 })
  try {
    return await decrypt(kek, { iv, ct }, boundTo(userId, slot, salt))
  } catch {
    throw new VaultError('wrong_secret')
  }
}

function readSlot(slot: Slot): Record<'salt' | 'iv' | 'ct', Bytes> {
  try {
    return { salt: fromBase64(slot.salt, 16), iv: fromBase64(slot.iv, 12), ct: fromBase64(slot.ct, 48) }
  } catch (cause) {
    throw new VaultError('malformed', { cause })
  }
}

export async function makeSlot(masterKey: Bytes, secret: Secret, { userId, argon2 }: SlotOptions): Promise<Slot> {
  const [first, second] = typesFor(secret)
  const type = (first === 'argon2id' && !argon2 ? second : first) ?? 'code'
  const salt = randomBytes(16)
  const slot = { t: type, p: written[type], salt: toBase64(salt) }
  const kek = await keyFrom(slot, { secret, salt, argon2 })
  const { iv, ct } = await encrypt(kek, masterKey, boundTo(userId, slot, salt))
  return { ...slot, iv: toBase64(iv), ct: toBase64(ct) }
}

/** Fields, not JSON: `jsonb` would order it anew. */
function boundTo(userId: string, { t, p }: Pick<Slot, 't' | 'p'>, salt: Bytes): Bytes {
  const costs = [p.m, p.t, p.p, p.i].map((value) => u32(value ?? 0))
  return encode('cx1/slot', uuidBytes(userId), t, ...costs, salt)
}

interface Derivation {
  secret: Secret
  salt: Bytes
  argon2: Argon2 | undefined
}

async function keyFrom(slot: Pick<Slot, 't' | 'p'>, derivation: Derivation): Promise<CryptoKey> {
  const bytes = await stretch(slot, derivation)
  const key = await deriveKey(await importSecret(bytes), derivation.salt, utf8(`cx1/kek/${slot.t}/`))
  wipe(bytes)
  return key
}

async function stretch({ t, p }: Pick<Slot, 't' | 'p'>, { secret, salt, argon2 }: Derivation): Promise<Bytes> {
  if ('code' in secret) return readCode(secret.code)
  if ('prf' in secret) {
    if (secret.prf.length !== 32) throw new VaultError('wrong_secret')
    return Uint8Array.from(secret.prf)
  }
  const password = utf8(secret.passphrase.normalize('NFKC'))
  const { m = 0, t: rounds = 0, p: lanes = 0, i = 0 } = p
  if (t === 'pbkdf2') return pbkdf2(password, salt, i)
  if (!argon2) throw new VaultError('unknown_slot')
  return argon2(password, salt, { m, t: rounds, p: lanes })
}

async function pbkdf2(password: Bytes, salt: Bytes, iterations: number): Promise<Bytes> {
  const key = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits'])
  const derivation = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations }
  return new Uint8Array(await crypto.subtle.deriveBits(derivation, key, 256))
}
