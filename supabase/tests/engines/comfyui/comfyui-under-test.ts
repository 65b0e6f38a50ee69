/** The ComfyUI engine before a server of its wire, a new one for each test. */
import { afterEach, beforeAll, beforeEach } from 'vitest'

import { createComfyuiEngine, type ComfyuiSettings } from '../../../functions/_shared/image-engines/comfyui/comfyui.ts'
import type { ImageEngine } from '../../../functions/_shared/image-engines/image-engine.ts'
import { painted } from '../own-orders.ts'
import { startFakeComfyui, type FakeComfyui, type FakeComfyuiOptions } from './fake-comfyui.ts'

type Graph = FakeComfyui['ran'][number]

export class ComfyuiUnderTest {
  picture: Buffer = Buffer.alloc(0)
  fake!: FakeComfyui

  engine(changes: Partial<ComfyuiSettings> = {}): ImageEngine {
    const usual = { url: this.fake.url, token: null, workflows: {}, checkpoint: null, steps: 20, cfg: 7 }
    return createComfyuiEngine({ ...usual, pace: { pollMs: 10, socketPollMs: 2000 }, ...changes })
  }

  async restart(options: Partial<FakeComfyuiOptions> = {}): Promise<void> {
    await this.fake[Symbol.asyncDispose]()
    this.fake = await startFakeComfyui({ picture: this.picture, ...options })
  }

  /** Of the first workflow that ran. */
  nodes(className: string): readonly Graph[string][] {
    return Object.values(this.fake.ran[0] ?? {}).filter(({ class_type: name }) => name === className)
  }
}

export function comfyuiUnderTest(): ComfyuiUnderTest {
  const under = new ComfyuiUnderTest()
  beforeAll(async () => {
    under.picture = await painted()
  })
  beforeEach(async () => {
    under.fake = await startFakeComfyui({ picture: under.picture })
  })
  afterEach(() => under.fake[Symbol.asyncDispose]())
  return under
}
