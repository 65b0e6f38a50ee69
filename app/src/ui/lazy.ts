/** Parts of the app that are fetched when they are needed. A network that drops costs a wait, never the page. */
import { lazy as lazyOnce, type ComponentType, type LazyExoticComponent } from 'react'

import { moreStyles } from './style/more-styles.ts'

/** Until the second try, in ms; then twice as long each time, to ten seconds. */
const firstPauseMs = 500
const longestPauseMs = 10_000

/**
 * As React's `lazy`, whose part would stay broken until the page is loaded again once it could not be had: this one is
 * asked for until it comes.
 */
export function lazy<Props>(load: Load<Props>): Part<Props> {
  return lazyCore(() => withStyles(load))
}

/** As `lazy`, for what is drawn with the styles of the first page: those files are « core » (app/build/chunk-groups.ts). */
export function lazyCore<Props>(load: Load<Props>): Part<Props> {
  return lazyOnce(async () => ({ default: await untilLoaded(load) }))
}

type Load<Props> = () => Promise<ComponentType<Props>>
type Part<Props> = LazyExoticComponent<ComponentType<Props>>

/** What a part is drawn with comes beside its code. */
export async function withStyles<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  const [loaded] = await Promise.all([load(), moreStyles()])
  return loaded
}

/** As long as a network that hangs may take for the page's own files and its first picture. */
const patienceMs = 3000
let arrival: Promise<unknown> | undefined

/** As `lazy`, for what nobody looks for before the first picture: its code does not come beside it. */
export function lazyLater<Props>(load: Load<Props>): Part<Props> {
  return lazyCoreLater(() => withStyles(load))
}

export function lazyCoreLater<Props>(load: Load<Props>): Part<Props> {
  return lazyCore(async () => {
    await untilArrived()
    return load()
  })
}

/** Until the page has loaded, with the first picture where there is one. */
export function untilArrived(): Promise<unknown> {
  return (arrival ??= Promise.race([
    Promise.all([untilComplete(), window.firstPicture]),
    new Promise((resolve) => setTimeout(resolve, patienceMs)),
  ]))
}

async function untilComplete(): Promise<void> {
  if (document.readyState === 'complete') return
  await new Promise((resolve) => addEventListener('load', resolve, { once: true }))
}

/** Sooner than its pause when the network comes back. A part that a deployment took away ends in a reload (main.tsx). */
export async function untilLoaded<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await load()
    } catch {
      await pause(Math.min(firstPauseMs * 2 ** tries, longestPauseMs))
    }
  }
}

function pause(ms: number): Promise<unknown> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
    addEventListener('online', resolve, { once: true })
  })
}
