/** What the tests of a file share, from the first to the last: the product as `npm start` runs it, and a browser. */
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'

import { closeContexts, sharedBrowser, type LaunchOptions } from '../../support/browser.ts'
import { startPainter, type Painter } from '../../support/painter.ts'
import { startSystem, type RunningSystem } from '../../support/start-system.ts'

type Settings = Readonly<Record<string, string>>

export interface Product {
  readonly system: RunningSystem
  readonly browser: Browser
}

export function startedProduct(settings: Settings = {}, launch: LaunchOptions = {}): Product {
  return startBeforeAll(() => settings, launch)
}

export interface PaintedProduct extends Product {
  /** Holds nothing back when a test begins. */
  readonly painter: Painter
}

/** With an engine that paints when it is let. */
export function paintedProduct(): PaintedProduct {
  const painter = keptForFile<Painter>()
  beforeAll(async () => painter.keep(await startPainter()))
  afterEach(() => painter.kept.release())
  afterAll(() => painter.kept[Symbol.asyncDispose]())
  const product = startBeforeAll(() => painter.kept.settings, {})
  return {
    get system() {
      return product.system
    },
    get browser() {
      return product.browser
    },
    get painter() {
      return painter.kept
    },
  }
}

function startBeforeAll(settings: () => Settings, launch: LaunchOptions): Product {
  const system = keptForFile<RunningSystem>()
  const browser = keptForFile<Browser>()
  beforeAll(async () => {
    system.keep(await startSystem({ ...settings() }))
    browser.keep(await sharedBrowser(launch))
  })
  afterAll(async () => {
    await closeContexts()
    await system.kept[Symbol.asyncDispose]()
  })
  return {
    get system() {
      return system.kept
    },
    get browser() {
      return browser.kept
    },
  }
}

function keptForFile<T>() {
  let value: T | undefined
  return {
    keep(made: T): void {
      value = made
    },
    get kept(): T {
      if (value === undefined) throw new Error('this starts with the first test of its file')
      return value
    },
  }
}
