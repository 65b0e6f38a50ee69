import { describe, expect, test } from 'vitest'

import { kidOf } from '../../account/key-statement.ts'
import { readCode, writeCode } from '../../account/recovery-code.ts'
import { toBase64Url, toHex, utf8, fromBase64, sha256 } from '../../bytes.ts'
import { encode, pad, unpad } from '../../encode.ts'
import { commitTo } from '../../epochs/manifest.ts'
import { localDevices } from '../devices.ts'
import { vectorCases } from './vector-cases.ts'
import { alice, epochKey, manifest, userOf, vectors } from './vectors.ts'

const { det } = vectors

describe('what is computed without chance', () => {
  test('names, commitments, hashes and paddings are the frozen ones', async () => {
    expect(await kidOf(fromBase64(userOf(alice).rsaSpki))).toBe(det.kidA)
    expect(toHex(await commitTo(manifest.epochId, epochKey))).toBe(det.commit)
    expect(toHex(await sha256(fromBase64(vectors.epoch.manifest)))).toBe(det.manifestHash)
    expect(toHex(pad(utf8('abc')))).toBe(det.pad)
    expect(toHex(encode('cx1/x' as never, 'a', ''))).toBe(det.enc)
    expect(await writeCode(await readCode(det.code))).toBe(det.code)
  })

  test('padding comes off exactly, whatever the length', () => {
    for (const length of [0, 1, 62, 63, 64, 65, 200]) {
      const bytes = Uint8Array.from({ length }, (_, index) => index % 3)
      expect(toBase64Url(unpad(pad(bytes)))).toBe(toBase64Url(bytes))
      expect(pad(bytes).length % 64).toBe(0)
    }
    expect(() => unpad(new Uint8Array(64))).toThrow('pad')
    expect(() => unpad(new Uint8Array(128).fill(0x80, 0, 1))).toThrow('pad')
  })
})

describe('the frozen vectors, and every way to spoil one', () => {
  for (const { name, run, expected } of vectorCases) {
    // oxlint-disable-next-line vitest/valid-title -- a list of names; `test.each` would cut them
    test(name, async () => {
      expect(await run(localDevices)).toEqual(expected)
    })
  }
})
