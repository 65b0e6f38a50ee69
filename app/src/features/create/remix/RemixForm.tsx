import type { PromptTranslation } from '@product/contract'
import Shuffle from 'lucide-react/icons/shuffle'
import { useState, type KeyboardEvent } from 'react'

import { mediaAddress } from '#data/config.ts'
import { readPrivate, writePrivate } from '#data/device/private-storage.ts'
import { useUserId } from '#data/session.ts'
import { creditMessages } from '#entities/credits/credit.i18n.ts'
import { useCredits } from '#entities/credits/use-credits.ts'
import { openCreateForm } from '#entities/generation/create-intent.ts'
import { originalUrl } from '#entities/image/image-source.ts'
import { Picture } from '#entities/image/Picture.tsx'
import { openTopUp } from '#entities/payment/top-up-place.ts'
import { altOf } from '#entities/post/images/alt-of.ts'
import { postMessages } from '#entities/post/post.i18n.ts'
import type { Post } from '#entities/post/post.ts'
import { TranslatedPrompt } from '#entities/prompt/TranslatedPrompt.tsx'
import { openModal } from '#entities/session/modals.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { TextArea } from '#ui/fields/TextField.tsx'
import { Avatar } from '#ui/picture/Avatar.tsx'

import type { GenerationMode } from '../draft/mode.ts'
import { CreditLine } from '../form/CreditLine.tsx'
import { formMessages } from '../form/form.i18n.ts'
import { useAction } from '../form/GenerateButton.tsx'
import { ModeChoice } from '../form/ModeChoice.tsx'
import { usePrice } from '../form/use-price.ts'
import { toldLack } from '../plan/plan-query.ts'
import { PlanNotice } from '../plan/PlanNotice.tsx'
import { keepTranslation, useTranslation } from '../plan/translations.ts'
import { usePlanOf } from '../plan/use-plan.ts'
import { dismissReminder, requirePrompt, startOrder } from '../start.ts'
import { authorOf } from './author.ts'
import { remixOrder } from './remix-order.ts'
import { remixMessages } from './remix.i18n.ts'
import { RoyaltyLine } from './RoyaltyLine.tsx'

export interface RemixFormProps {
  post: Post
  /** Of its words, where its picture was painted by another language. */
  translated: PromptTranslation | null
  onClose: () => void
}

export function RemixForm({ post, translated, onClose }: RemixFormProps) {
  const m = useMessages(remixMessages)
  const f = useMessages(formMessages)
  const c = useMessages(creditMessages)
  const [prompt, setPrompt] = useState(() => readKept(post.id))
  const [mode, setMode] = useState<GenerationMode>('cortexia')
  const usualPrice = usePrice(1)
  const { data: balance } = useCredits()
  const isOwn = useUserId() === post.creator.id
  const url = new URL(originalUrl(post.image.url, mediaAddress()), location.origin).href
  const order = remixOrder({ prompt, mode, url, post })
  const translation = useTranslation(prompt)
  const question = {
    prompt: translation?.text ?? order.prompt,
    negativePrompt: null,
    roles: order.references.map(({ role }) => role),
  }
  const told = usePlanOf(question)
  const price = told?.cost ?? usualPrice
  const missing = balance ? price - balance.available : 0
  const action = useAction(told?.plan ?? null, c.credits(price))
  const remixOf = { postId: post.id, author: authorOf(post) }

  const openForm = () => {
    const words = prompt.trim() || (post.prompt === '…' ? '' : post.prompt)
    if (translated && words === post.prompt) keepTranslation(words, translated)
    openCreateForm({
      prompt: words,
      mode,
      remixOf,
      references: { pictures: [{ url, postId: post.id }], manner: 'replace' },
    })
  }
  const generate = () => {
    if (!requirePrompt(prompt, m.required)) return
    if (missing > 0) {
      keep(post.id, prompt)
      openTopUp(missing)
      return
    }
    if (startOrder({ ...order, translation, accepts: toldLack(question) }) === null) return
    keep(post.id, '')
    openModal('create', { post: undefined })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) generate()
  }
  const add = (idea: string) =>
    setPrompt((words) => (words.trim() ? `${words.trim().replace(/[,.]$/u, '')}, ${idea}` : idea))
  const footer = (
    <div className="grid gap-3">
      <PlanNotice told={told} prompt={order.prompt} onReplace={setPrompt} />
      <CreditLine price={price} />
      <div className="grid gap-2 min-[24rem]:grid-cols-2 *:px-2 max-[28rem]:[&_svg]:hidden">
        <Button size="lg" onClick={openForm}>
          {m.openForm}
        </Button>
        <Button variant="primary" size="lg" icon={<Shuffle aria-hidden="true" className="size-5" />} onClick={generate}>
          {missing > 0 ? f.addCredits(c.credits(missing)) : action}
        </Button>
      </div>
    </div>
  )
  return (
    <Dialog title={m.title} titleLang="en" onClose={onClose} footer={footer}>
      <div className="grid gap-4">
        <Source post={post} translated={translated} />
        <TextArea
          label={m.change}
          value={prompt}
          data-autofocus
          className="field-sizing-content max-h-48 min-h-22"
          onKeyDown={onKeyDown}
          onChange={(event) => {
            dismissReminder()
            setPrompt(event.target.value)
          }}
        />
        <Ideas onAdd={add} />
        <ModeChoice
          label={m.mode}
          help={{ normal: m.normalHelp, enhanced: m.enhancedHelp, cortexia: m.cortexiaHelp }}
          mode={mode}
          onChange={setMode}
        />
        <div className="rounded-md bg-info-soft px-3.5 py-3 text-sm text-on-info-soft">
          <p>{isOwn ? m.creditedOwn : m.credited(remixOf.author)}</p>
          <RoyaltyLine postId={post.id} credits={price} />
        </div>
      </div>
    </Dialog>
  )
}

/** What is often asked of a picture, added with a tap. */
function Ideas({ onAdd }: { onAdd: (idea: string) => void }) {
  const m = useMessages(remixMessages)
  return (
    <div role="group" aria-label={m.ideas} className="-mt-2 flex flex-wrap gap-2">
      {[m.night, m.watercolour, m.poster].map((idea) => (
        <button
          key={idea}
          type="button"
          onClick={() => onAdd(idea)}
          className="min-h-9 rounded-full bg-surface-2 px-3.5 text-xs font-medium text-text-2 hover:bg-surface-3"
        >
          {idea}
        </button>
      ))}
    </div>
  )
}

const entry = 'remix-draft'

/** The words of a remix that waits for its credits, on the device: they are there again after a closed page. */
function keep(postId: string, words: string): void {
  writePrivate(entry, words && JSON.stringify([postId, words]))
}

function readKept(postId: string): string {
  const [of, words] = JSON.parse(readPrivate(entry) || '[]') as string[]
  return of === postId && words !== undefined ? words : ''
}

function Source({ post, translated }: Pick<RemixFormProps, 'post' | 'translated'>) {
  const m = useMessages(remixMessages)
  const p = useMessages(postMessages)
  return (
    <div className="flex gap-3.5">
      <Picture image={post.image} alt={altOf(post, p)} sizes="108px" className="max-h-36 w-27 flex-none rounded-img" />
      <div className="grid content-start gap-2">
        <p className="flex items-center gap-2 text-sm font-semibold">
          <Avatar id={post.creator.id} src={post.creator.avatarUrl} size="xs" />
          {m.after(authorOf(post))}
        </p>
        <p dir="auto" className="prompt line-clamp-4 text-sm">
          {post.prompt}
        </p>
        {translated && <TranslatedPrompt translation={translated} />}
      </div>
    </div>
  )
}
