/** Tabs on a device: what their pages are told, and what they do about it, with the real machine of updates and the real outbox. */
import { equal } from 'node:assert/strict'

import { orderedId } from '#data/outbox/ordered-id.ts'
import { Outbox, type Outcome } from '#data/outbox/outbox.ts'

import {
  startUpdate,
  stepUpdate,
  type Postponed,
  type Update,
  type UpdateEffect,
  type UpdateEvent,
} from '../update-machine.ts'
import { Browser } from './fake-browser.ts'
import { releaseOf, Server, type Release } from './fake-server.ts'

interface Entry {
  id: string
}

export interface Tab {
  /** Null: the browser's own page, since nothing came. */
  page: Release | null
  update: Update
  due: UpdateEffect[]
  kept: { updatedTo: string | null; updatedFrom: string | null }
  isHidden: boolean
  presses: number
  reloads: string[]
  outbox: Outbox<Entry>
}

export class Device {
  readonly server = new Server()
  readonly browser: Browser
  tabs: Tab[] = []
  at = 0
  forcedAt: number[] = []
  postponed: Postponed | null = null
  readonly written: string[] = []
  readonly kept = new Map<string, Entry>()
  readonly received: string[] = []

  /** @param run the worker's code, in a scope */
  constructor(run: (scope: Readonly<Record<string, unknown>>) => void) {
    this.browser = new Browser(this.server, run)
    this.browser.onTakeOver = ({ id }, { isLost }) => {
      equal(isLost, false, 'the build before stays for pages that are open still')
      for (const tab of this.tabs)
        if (tab.page) this.tell(tab, { type: 'taken-over', build: id, isIdle: !tab.isHidden })
    }
  }

  async open(): Promise<void> {
    const { update } = startUpdate({ own: '', updatedTo: null, updatedFrom: null, postponed: null })
    const kept = { updatedTo: null, updatedFrom: null }
    const tab: Tab = {
      page: null,
      update,
      due: [],
      kept,
      isHidden: false,
      presses: 0,
      reloads: [],
      outbox: this.#outbox(),
    }
    this.tabs.push(tab)
    await this.load(tab)
  }

  /** The page and what a start of it takes are of one build, whole, and there without a network once a worker is active. */
  async load(tab: Tab): Promise<void> {
    tab.outbox.close()
    Object.assign(tab, { page: null, due: [], outbox: this.#outbox() })
    const isKept = this.browser.active !== null
    const answer = await this.browser.ask('/', 'navigate')
    if (this.browser.isOver) return
    if (isKept) equal(answer?.headers.get('x-build'), this.browser.active?.release.id, 'a start')
    const id = answer?.headers.get('x-build')
    if (!id) return
    const page = releaseOf(Number(id.slice(1)))
    for (const path of page.core) {
      const file = await this.browser.ask(path, 'cors')
      if (this.browser.isOver) return
      equal(file?.body, page.files.get(path), 'a file of its own build')
    }
    const { update } = startUpdate({ own: id, ...tab.kept, postponed: this.postponed })
    Object.assign(tab, { page, update, kept: { ...tab.kept, updatedFrom: null } })
    // Members have the worker from their first visit on.
    await this.browser.update()
  }

  /** Of a page that may be older than the worker. */
  async openPart({ page }: Tab, place: number): Promise<void> {
    if (!page) return
    const [path, content] = [...page.files][place] ?? ['', '']
    const isKept = this.browser.caches.get(`cx-shell-${page.id}`)?.has(path) === true
    const file = await this.browser.ask(path, 'cors')
    if (this.browser.isOver || file?.isPage) return
    if (file !== null || isKept || this.server.isThere) equal(file?.body, content, 'a part of its own build')
  }

  tell(tab: Tab, event: UpdateEvent): void {
    const { update, effects } = stepUpdate(tab.update, event)
    tab.update = update
    if (effects.includes('note-forced')) this.forcedAt.push(this.at)
    tab.due.push(...effects)
    this.postponed = update.postponed ?? this.postponed
  }

  async check(tab: Tab): Promise<void> {
    if (!tab.page || tab.isHidden || this.server.network !== 'there') return
    await this.browser.update()
    const { waiting, active } = this.browser
    const here = waiting ?? active
    if (!here) return this.tell(tab, this.#found(this.server.served.id))
    const { id } = here.release
    if (waiting || id === tab.update.own || id === this.server.served.id) this.tell(tab, this.#found(id))
  }

  #found(build: string): UpdateEvent {
    return { type: 'found', build, isForced: this.server.isForced && build === this.server.served.id, at: this.at }
  }

  /** The next thing that is due; `isCut`: the time for it runs out first. */
  async happen(tab: Tab, isCut: boolean): Promise<void> {
    const effect = tab.due.shift()
    const { own, target } = tab.update
    if (effect === 'save') this.tell(tab, { type: 'saved' })
    if (effect === 'install') {
      if (!isCut) await this.browser.takeOver()
      this.tell(tab, { type: 'installed' })
    }
    if (effect !== 'reload') return
    tab.reloads.push(`${target} ${this.server.deployments}`)
    tab.kept = { updatedTo: target, updatedFrom: own }
    await this.load(tab)
  }

  write(tab: Tab): void {
    const id = orderedId()
    this.written.push(id)
    tab.outbox.add({ id })
  }

  /** All tabs come back as they were, from what the device has. */
  async restart(): Promise<void> {
    this.browser.restart()
    for (const tab of this.tabs) await this.load(tab)
  }

  #outbox(): Outbox<Entry> {
    const send = async ({ id }: Entry): Promise<Outcome> => {
      await Promise.resolve()
      if (this.server.network !== 'there') return 'later'
      if (!this.received.includes(id)) this.received.push(id)
      return 'settled'
    }
    return new Outbox<Entry>({
      store: {
        keep: async (entry) => void this.kept.set(entry.id, entry),
        drop: async ({ id }) => void this.kept.delete(id),
        read: async () => [...this.kept.values()],
      },
      laneOf: () => 'writes',
      alone: (_, work) => work(),
      isSendable: () => true,
      isRepeatable: true,
      send,
      retryLater: () => undefined,
      onChange: () => undefined,
    })
  }
}
