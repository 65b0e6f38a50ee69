import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'

import { expect, it } from 'vitest'

import { createSeal } from './seal.ts'

const name = 'some/file'
const content = Buffer.from(Array.from({ length: 600_000 }, (_, index) => index % 251))
const stream = (bytes: Buffer) => Readable.from([bytes])

for (const passphrase of [null, 'seize caractères ou plus']) {
  const kind = passphrase === null ? 'in the clear' : 'sealed'
  const seal = createSeal(passphrase)
  const read = (bytes: Buffer, as = name) => buffer(seal.read(as, stream(bytes)))

  it(`${kind}: gives back what was written, in whatever pieces it came`, async () => {
    for (const part of [content, content.subarray(0, 262_144), content.subarray(0, 1), Buffer.alloc(0)]) {
      const pieces = Readable.from([part.subarray(0, 7), part.subarray(7, 300_000), part.subarray(300_000)])
      expect((await read(await buffer(seal.write(name, pieces)))).equals(part)).toBe(true)
    }
  })

  it(`${kind}: no bit of it can be another, none missing, none more, and it has one name`, async () => {
    const small = await buffer(seal.write(name, stream(content.subarray(0, 60))))
    for (let place = 0; place < small.length; place += 1) {
      // Each other salt costs a third of a second of somebody who guesses, and ours.
      if (passphrase !== null && place > 6 && place < 21) continue
      const changed = Buffer.from(small)
      changed[place] = changed[place]! ^ (1 << (place % 8))
      await expect(read(changed)).rejects.toMatchObject({ name: 'BackupError' })
    }
    for (const length of [0, 3, 46, 60, small.length - 20, small.length - 1]) {
      await expect(read(small.subarray(0, length))).rejects.toMatchObject({ code: 'damaged' })
    }
    await expect(read(Buffer.concat([small, Buffer.alloc(1)]))).rejects.toMatchObject({ code: 'damaged' })
    await expect(read(small, 'another/file')).rejects.toMatchObject({ code: 'damaged' })
  })
}

it('does not take what is not sealed for what is', async () => {
  const clear = await buffer(createSeal(null).write(name, stream(content)))
  const reading = buffer(createSeal('seize caractères ou plus').read(name, stream(clear)))
  await expect(reading).rejects.toMatchObject({ code: 'passphrase' })
})
