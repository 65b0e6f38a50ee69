/**
 * How a backup's files are written: in frames that each prove that nothing in them changed, sealed with a passphrase
 * (scrypt, then AES-256-GCM) or, without one, in the clear with a digest. A frame belongs to its file's name and place.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto'
import { promisify } from 'node:util'

import { BackupError, damaged } from './backup-error.ts'
import { ByteReader } from './byte-reader.ts'

export interface Seal {
  write(name: string, source: AsyncIterable<Uint8Array>): AsyncIterable<Buffer>
  /** @throws {BackupError} at the first frame that is not as it was written */
  read(name: string, stored: AsyncIterable<Uint8Array>): AsyncIterable<Buffer>
}

interface Frames {
  close(index: number, isLast: boolean, bytes: Buffer): Buffer
  /** Null where it was changed. */
  open(index: number, isLast: boolean, frame: Buffer): Buffer | null
}

const derive = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(scrypt)

const magic = Buffer.from('PBK1')
const [clear, sealed] = [0, 1]
const [saltBytes, checkBytes, tagBytes] = [16, 8, 16]
const headerBytes = magic.length + 2 + saltBytes + checkBytes + saltBytes
const frameBytes = 262_144
const last = 0x8000_0000
/** 128 MiB and a third of a second for each guess. */
const hardness = 17
const greatestHardness = 20

export function createSeal(passphrase: string | null): Seal {
  const masters = new Map<string, Promise<Buffer>>()
  const masterOf = (salt: Buffer, power: number) => {
    const id = `${power} ${salt.toString('hex')}`
    const known = masters.get(id) ?? derive(passphrase ?? '', salt, 32, { N: 2 ** power, r: 8, p: 1, maxmem: 2 ** 31 })
    masters.set(id, known)
    return known
  }
  const ownSalt = randomBytes(saltBytes)

  async function framesFor(name: string, header: Buffer): Promise<Frames> {
    const { power, salt, check } = partsOf(header)
    if (passphrase === null) return clearFrames(name, header)
    const master = await masterOf(salt, power)
    if (!timingSafeEqual(checkOf(master), check)) {
      throw new BackupError('passphrase', `${name} was sealed with another passphrase. Set BACKUP_KEY to that one`)
    }
    return sealedFrames(Buffer.from(hkdfSync('sha256', master, header, name, 32)))
  }

  return {
    async *write(name, source) {
      const power = passphrase === null ? 0 : hardness
      const check = passphrase === null ? Buffer.alloc(checkBytes) : checkOf(await masterOf(ownSalt, power))
      const mode = Buffer.from([passphrase === null ? clear : sealed, power])
      const header = Buffer.concat([magic, mode, ownSalt, check, randomBytes(saltBytes)])
      const frames = await framesFor(name, header)
      yield header
      let index = 0
      const written = (bytes: Buffer, isLast: boolean) => {
        const length = Buffer.alloc(4)
        length.writeUInt32BE(isLast ? bytes.length + last : bytes.length)
        return Buffer.concat([length, frames.close(index++, isLast, bytes)])
      }
      for await (const bytes of inPieces(source)) yield written(bytes, false)
      yield written(Buffer.alloc(0), true)
    },
    async *read(name, stored) {
      const reader = new ByteReader(stored, () => damaged(name, 'it ends too early'))
      const header = await reader.take(headerBytes)
      checkHeader(name, header, passphrase !== null)
      const frames = await framesFor(name, header)
      for (let index = 0; ; index += 1) {
        const said = (await reader.take(4)).readUInt32BE()
        const isLast = said >= last
        const length = isLast ? said - last : said
        if (length > frameBytes) throw damaged(name, 'a frame is too long')
        const bytes = frames.open(index, isLast, await reader.take(length + tagBytes))
        if (bytes === null) throw damaged(name, `frame ${index} is not what was written`)
        if (bytes.length > 0) yield bytes
        if (isLast) break
      }
      await reader.end()
    },
  }
}

function partsOf(header: Buffer) {
  let at = magic.length + 2
  const next = (length: number) => header.subarray(at, (at += length))
  return { power: header[magic.length + 1]!, salt: next(saltBytes), check: next(checkBytes) }
}

function checkHeader(name: string, header: Buffer, hasPassphrase: boolean): void {
  if (!header.subarray(0, magic.length).equals(magic)) throw damaged(name, 'it is no file of a backup')
  const [mode, power = 0] = header.subarray(magic.length)
  if ((mode !== clear && mode !== sealed) || power > greatestHardness) throw damaged(name, 'its head is wrong')
  if (mode === sealed && !hasPassphrase) {
    throw new BackupError('passphrase', `${name} is sealed. Set BACKUP_KEY to the passphrase that it was sealed with`)
  }
  // Whoever can write to the place could otherwise put one of their own making there.
  if (mode === clear && hasPassphrase) {
    throw new BackupError('passphrase', `${name} is not sealed, and BACKUP_KEY is set. Unset it if that is right`)
  }
}

const checkOf = (master: Buffer) => createHmac('sha256', master).update('check').digest().subarray(0, checkBytes)

function sealedFrames(key: Buffer): Frames {
  const options = (index: number, isLast: boolean) => {
    const nonce = Buffer.alloc(12)
    nonce.writeUInt32BE(index, 8)
    return { nonce, told: Buffer.from([isLast ? 1 : 0]) }
  }
  return {
    close(index, isLast, bytes) {
      const { nonce, told } = options(index, isLast)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(told)
      return Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
    },
    open(index, isLast, frame) {
      const { nonce, told } = options(index, isLast)
      const length = frame.length - tagBytes
      const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(told).setAuthTag(frame.subarray(length))
      const bytes = decipher.update(frame.subarray(0, length))
      try {
        decipher.final()
        return bytes
      } catch {
        return null
      }
    },
  }
}

function clearFrames(name: string, header: Buffer): Frames {
  const digest = (index: number, isLast: boolean, bytes: Buffer) => {
    const place = `${name} ${index} ${isLast} `
    return createHash('sha256').update(header).update(place).update(bytes).digest().subarray(0, tagBytes)
  }
  return {
    close: (index, isLast, bytes) => Buffer.concat([bytes, digest(index, isLast, bytes)]),
    open(index, isLast, frame) {
      const bytes = frame.subarray(0, frame.length - tagBytes)
      return digest(index, isLast, bytes).equals(frame.subarray(bytes.length)) ? bytes : null
    },
  }
}

async function* inPieces(source: AsyncIterable<Uint8Array>): AsyncIterable<Buffer> {
  let [kept, size]: [Uint8Array[], number] = [[], 0]
  for await (let chunk of source) {
    while (size + chunk.length >= frameBytes) {
      const rest = frameBytes - size
      yield Buffer.concat([...kept, chunk.subarray(0, rest)])
      chunk = chunk.subarray(rest)
      ;[kept, size] = [[], 0]
    }
    if (chunk.length > 0) kept.push(chunk)
    size += chunk.length
  }
  if (size > 0) yield Buffer.concat(kept)
}
