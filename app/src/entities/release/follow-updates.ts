/** Follows what the server releases: asks for it, shows it, and takes this page to it (decision 0046). */
import { readConfig } from '#data/config.ts'
import { settleWork } from '#data/device/work-under-way.ts'
import { isOnline } from '#data/network.ts'
import { getLanguage } from '#i18n/language.ts'

import {
  acceptWaiting,
  askBuild,
  fetchWorker,
  newestHere,
  ownBuild,
  readServedRelease,
  type ServedRelease,
} from './served-release.ts'
import { startChecks } from './update-checks.ts'
import { updateTypeOf, type UpdateInfo } from './update-info.ts'
import {
  startUpdate,
  stepUpdate,
  type Step,
  type Update,
  type UpdateEffect,
  type UpdateEvent,
} from './update-machine.ts'
import { shownUpdate } from './update-store.ts'
import {
  noteForced,
  noteReload,
  notePostponed,
  readForcedAt,
  readPostponed,
  takeUpdatedFrom,
  readUpdatedTo,
} from './update-traces.ts'

const longestSavingMs = 10_000
const longestInstallMs = 4000
const beforeReloadMs = 1000
/** Without input for so long, nobody is interrupted. */
const idleMs = 60_000
const lookAgainMs = 1000
const mostLines = 5

let follower: Follower | undefined

/** Once for each page; does nothing in development. */
export async function followUpdates(): Promise<void> {
  const own = ownBuild()
  if (follower || own === null || !import.meta.env.PROD) return
  follower = new Follower(own, (await readConfig()).version)
  follower.start()
}

/** « Mettre à jour » */
export function acceptUpdate(): void {
  follower?.accept()
}

/** 'Plus tard' */
export function postponeUpdate(): void {
  follower?.tell({ type: 'postponed', at: Date.now() })
}

class Follower {
  #update: Update
  readonly #version: string
  #served: ServedRelease | null = null
  /** As the worker says it, where the server has yet another one. */
  #foundVersion: string | null = null
  #askedAbout: string | null = null
  #lastInputAt = Date.now()
  #isWanted = false
  readonly #first: Step

  constructor(own: string, version: string) {
    this.#version = version
    const found = { updatedTo: readUpdatedTo(), updatedFrom: takeUpdatedFrom(), postponed: readPostponed() }
    this.#first = startUpdate({ own, ...found })
    this.#update = this.#first.update
  }

  start(): void {
    this.#take(this.#first)
    startChecks({ check: () => this.#check(), look: () => this.#look() })
    this.#listen()
    void this.#look().catch(() => undefined)
    // A page from the server is of the build that it has; one that was kept may be of another.
    if (navigator.serviceWorker?.controller && isOnline() && !document.hidden) void this.#check().catch(() => undefined)
  }

  /** What is asked for before it is here is taken as soon as it is. */
  accept(): void {
    this.#isWanted = this.#update.phase === 'current'
    if (this.#isWanted) void this.#check().catch(() => undefined)
    else this.tell({ type: 'accepted' })
  }

  tell(event: UpdateEvent): void {
    this.#take(stepUpdate(this.#update, event))
  }

  #take({ update, effects }: Step): void {
    const { postponed } = this.#update
    this.#update = update
    if (update.postponed && update.postponed !== postponed) notePostponed(update.postponed)
    this.#show()
    for (const effect of effects) this.#effects[effect]()
  }

  readonly #effects: Readonly<Record<UpdateEffect, () => void>> = {
    announce: () => this.#announce(),
    save: () => void settleWork(longestSavingMs).then(() => this.tell({ type: 'saved' })),
    'note-forced': () => noteForced(Date.now()),
    install: () => void this.#install(),
    reload: () => void this.#reload(),
    'show-news': () => void this.#showNews().catch(() => undefined),
  }

  async #check(): Promise<void> {
    this.#served = await readServedRelease(this.#version)
    const { build } = this.#served
    const here = await newestHere()
    if (here === null) return this.#tellFound(build)
    if (here.build !== build) await fetchWorker()
    await this.#look()
  }

  /** What waits here; without a worker only the server knows. */
  async #look(): Promise<void> {
    const here = await newestHere()
    if (here?.isWaiting) await this.#askAbout(here.build)
    // A page past the worker (`?fresh`) is newer than what the worker has.
    const isNews = here?.isWaiting || here?.build === this.#update.own || here?.build === this.#served?.build
    if (here && isNews) this.#tellFound(here.build, here.version)
    this.#leaveAlone()
  }

  /** The browser looks for a newer worker by itself too: what it brings is asked for before it is told. */
  async #askAbout(build: string): Promise<void> {
    if (build === this.#askedAbout || build === this.#served?.build || !isOnline()) return
    this.#askedAbout = build
    this.#served = await readServedRelease(this.#version).catch(() => this.#served)
  }

  #tellFound(build: string, version: string | null = null): void {
    const isServed = this.#served?.build === build
    if (!isServed) this.#foundVersion = version
    const isForced = isServed && this.#served?.forced === true
    this.tell({ type: 'found', build, isForced, at: Date.now() })
    if (this.#isWanted && this.#update.target !== null) this.accept()
  }

  #info(): UpdateInfo {
    const { phase, target } = this.#update
    const served = this.#served?.build === target ? this.#served : null
    const newVersion = served?.version ?? this.#foundVersion ?? this.#version
    return {
      hasUpdate: target !== null,
      currentVersion: this.#version,
      newVersion,
      updateType: updateTypeOf(this.#version, newVersion),
      releaseNotes: served?.releaseNotes ?? '',
      isForced: phase === 'forced' || (served?.forced ?? false),
    }
  }

  #show(): void {
    const { phase, waitsForSight } = this.#update
    shownUpdate.setState({ phase, isQuiet: waitsForSight, info: this.#info() })
  }

  #announce(): void {
    const info = this.#info()
    dispatchEvent(new CustomEvent('app-update-available', { detail: info }))
    if (!document.hidden || globalThis.Notification?.permission !== 'granted') return
    const { newVersion: version, releaseNotes } = info
    const message = { type: 'SHOW_UPDATE_NOTIFICATION', version, releaseNotes, language: getLanguage() }
    navigator.serviceWorker?.controller?.postMessage(message, [])
  }

  async #install(): Promise<void> {
    const isWaiting = await acceptWaiting().catch(() => false)
    setTimeout(() => this.tell({ type: 'installed' }), isWaiting ? longestInstallMs : 0)
  }

  async #reload(): Promise<void> {
    await Promise.all([settleWork(longestSavingMs), new Promise((resolve) => setTimeout(resolve, beforeReloadMs))])
    noteReload(this.#update.own, this.#update.target ?? '')
    location.reload()
  }

  async #showNews(): Promise<void> {
    this.#served = await readServedRelease(this.#version)
    const { build, releaseNotes } = this.#served
    if (build !== this.#update.own) return
    const lines = releaseNotes.split('\n').filter((line) => line.trim() !== '')
    shownUpdate.setState({ news: lines.slice(0, mostLines) })
  }

  /** What is forced goes on by itself as soon as it interrupts nobody. */
  #leaveAlone(): void {
    if (this.#update.phase !== 'forced' || !(document.hidden || this.#isIdle())) return
    this.tell({ type: 'unattended', at: Date.now(), forcedAt: readForcedAt() })
  }

  #isIdle(): boolean {
    return Date.now() - this.#lastInputAt >= idleMs
  }

  #listen(): void {
    const noteInput = () => {
      this.#lastInputAt = Date.now()
    }
    for (const type of ['pointerdown', 'keydown', 'wheel', 'touchmove']) {
      addEventListener(type, noteInput, { passive: true, capture: true })
    }
    document.addEventListener('visibilitychange', () => {
      if (document.hidden) this.#leaveAlone()
      else this.tell({ type: 'seen' })
    })
    this.#listenToWorker()
  }

  #listenToWorker(): void {
    const { serviceWorker } = navigator
    if (!serviceWorker) return
    let hadController = serviceWorker.controller !== null
    serviceWorker.addEventListener('controllerchange', () => {
      const { controller } = serviceWorker
      if (hadController && controller) void this.#followTakeover(controller)
      hadController = true
    })
    serviceWorker.addEventListener('message', ({ data }: MessageEvent<{ type?: unknown } | null>) => {
      // It says so while it is about to wait.
      if (data?.type === 'SW_UPDATE_AVAILABLE') setTimeout(() => void this.#look().catch(() => undefined), lookAgainMs)
    })
    serviceWorker.startMessages()
  }

  async #followTakeover(controller: ServiceWorker): Promise<void> {
    if (this.#update.phase === 'installing') return this.tell({ type: 'installed' })
    const known = await askBuild(controller)
    if (known) this.tell({ type: 'taken-over', build: known.build, isIdle: !document.hidden && this.#isIdle() })
  }
}
