/** What the assistant proposes, its changes marked; nothing happens until the person says so. */
import Check from 'lucide-react/icons/check'
import Plus from 'lucide-react/icons/plus'
import { useEffect, useRef, useState } from 'react'

import { mediaAddress } from '#data/config.ts'
import { originalUrl } from '#entities/image/image-source.ts'
import { Picture } from '#entities/image/Picture.tsx'
import { wordChanges } from '#entities/prompt/word-changes.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { Spinner } from '#ui/feedback/Spinner.tsx'
import { TechnicalDetails } from '#ui/feedback/TechnicalDetails.tsx'

import { changeDraft, useDraftStore } from '../draft/draft-store.ts'
import { addPictures } from '../references/add-references.ts'
import {
  appendOfProposal,
  baseOf,
  dismissAssistant,
  replaceByProposal,
  useAssistant,
  type Proposal,
} from './assistant.ts'
import { formMessages } from './form.i18n.ts'

export function ProposalCard() {
  const m = useMessages(formMessages)
  const assistance = useAssistant((store) => store.assistance)
  if (assistance.state === 'idle') return null
  if (assistance.state === 'asking')
    return (
      <p role="status" className="flex items-center gap-3 rounded-md bg-surface-2 p-3.5 text-sm">
        <Spinner />
        {assistance.kind === 'enhance' ? m.enhancing : m.describing}
      </p>
    )
  if (assistance.state === 'failed') return <Failed {...assistance} />
  return <Proposed key={assistance.proposal.text} proposal={assistance.proposal} />
}

function Failed({ retry, detail }: { retry: () => void; detail: string }) {
  const m = useMessages(formMessages)
  useFocusBack()
  return (
    <Alert
      tone="danger"
      action={
        <span className="flex gap-2">
          <Button size="sm" onClick={retry}>
            {m.retry}
          </Button>
          <Button size="sm" variant="ghost" onClick={dismissAssistant}>
            {m.ignore}
          </Button>
        </span>
      }
    >
      {m.assistantFailed}
      <TechnicalDetails text={detail} />
    </Alert>
  )
}

function Proposed({ proposal }: { proposal: Proposal }) {
  const m = useMessages(formMessages)
  const { kind, avoid, additions, references } = proposal
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const base = baseOf(proposal)
  const chosen = additions.filter((addition) => !left.has(addition))
  const heading = useFocusUnlessWriting()
  const ignore = () => {
    dismissAssistant()
    if (kind === 'enhance') changeDraft({ isEnhanced: false })
  }
  return (
    <section aria-label={m.proposal} className="grid gap-3 rounded-md border border-line-strong p-3.5">
      <h3 ref={heading} tabIndex={-1} className="text-sm font-semibold">
        {kind === 'enhance' ? m.proposal : m.proposalOfImage}
      </h3>
      <Changes text={base?.replace(/[\s,]+$/u, '') ?? proposal.text} />
      {base !== null && <Additions {...{ additions, left }} onLeave={setLeft} />}
      {kind === 'enhance' && additions.length === 0 && <p className="text-sm text-text-2">{m.nothingToAdd}</p>}
      {avoid.length > 0 && <p className="text-sm font-semibold">{m.toAvoid(avoid.join(', '))}</p>}
      {references.length > 0 && <Suggested proposal={proposal} />}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" variant="ink" className="min-h-11!" onClick={() => replaceByProposal(proposal, chosen)}>
          {m.replace}
        </Button>
        <Button size="sm" className="min-h-11!" onClick={() => appendOfProposal(proposal, chosen)}>
          {m.append}
        </Button>
        <Button size="sm" variant="ghost" className="min-h-11!" onClick={ignore}>
          {m.ignore}
        </Button>
      </div>
    </section>
  )
}

const field = 'textarea, input:not([type="file"])'

/** What came is looked at next; but nobody is torn away from what they are writing. */
function useFocusUnlessWriting() {
  const heading = useRef<HTMLHeadingElement>(null)
  useFocusBack()
  useEffect(() => {
    if (!document.activeElement?.matches(field)) heading.current?.focus()
  }, [])
  return heading
}

/** What is pressed here goes: after it comes what asked, or the assistant's own button, which opens no keyboard. */
function useFocusBack(): void {
  useEffect(() => {
    const asked = document.activeElement
    return () => {
      if (document.activeElement !== document.body) return
      const isButton = asked instanceof HTMLElement && asked.isConnected && !asked.matches(`body, ${field}`)
      const next = isButton ? asked : document.querySelector<HTMLElement>('dialog [data-enhance]')
      next?.focus()
    }
  }, [])
}

interface AdditionsProps {
  additions: readonly string[]
  /** Those that are not wanted. */
  left: ReadonlySet<string>
  onLeave: (left: ReadonlySet<string>) => void
}

/** What is new, part by part: a press leaves one out, or takes it in again. */
function Additions({ additions, left, onLeave }: AdditionsProps) {
  const m = useMessages(formMessages)
  return (
    <ul aria-label={m.additions} className="flex flex-wrap gap-1.5">
      {additions.map((addition) => (
        <li key={addition}>
          <button
            type="button"
            aria-pressed={!left.has(addition)}
            onClick={() => onLeave(without(left, addition))}
            className="group/part inline-flex min-h-9 items-center gap-1.5 rounded-sm border border-line-strong px-2.5 py-1 text-left text-sm text-text-3 aria-pressed:border-transparent aria-pressed:bg-success-soft aria-pressed:font-semibold aria-pressed:text-on-success-soft"
          >
            <Plus aria-hidden="true" className="size-4 flex-none group-aria-pressed/part:hidden" />
            <Check aria-hidden="true" className="hidden size-4 flex-none group-aria-pressed/part:block" />
            <ins className="no-underline">{addition}</ins>
          </button>
        </li>
      ))}
    </ul>
  )
}

function without(left: ReadonlySet<string>, addition: string): ReadonlySet<string> {
  return left.has(addition) ? new Set([...left].filter((one) => one !== addition)) : new Set([...left, addition])
}

/** Words and signs, never colour alone. */
function Changes({ text }: { text: string }) {
  const m = useMessages(formMessages)
  const prompt = useDraftStore(({ draft }) => draft.prompt)
  return (
    <p role="status" className="max-h-48 overflow-y-auto text-sm leading-relaxed">
      {wordChanges(prompt, text).map(({ kind, text: words }, place) => {
        const key = `${place}-${words}`
        if (kind === 'same') return <span key={key}>{`${words} `}</span>
        const mark = <span className="sr-only">{` ${kind === 'added' ? m.addedMark : m.removedMark} `}</span>
        return kind === 'added' ? (
          <ins key={key} className="rounded-xs bg-success-soft px-0.5 font-semibold text-on-success-soft no-underline">
            {mark}
            {`${words} `}
          </ins>
        ) : (
          <del key={key} className="text-text-3">
            {mark}
            {`${words} `}
          </del>
        )
      })}
    </p>
  )
}

function Suggested({ proposal: { references } }: { proposal: Proposal }) {
  const m = useMessages(formMessages)
  const storage = mediaAddress()
  return (
    <div className="grid gap-1.5">
      <p className="text-xs font-semibold">{m.suggested}</p>
      <ul className="grid grid-cols-6 gap-1.5">
        {references.map(({ post_id: id, url, description, width, height, thumbhash }) => (
          <li key={id}>
            <button
              type="button"
              aria-label={m.addSuggested(description)}
              title={description}
              onClick={() => void addPictures([{ url: originalUrl(url, storage), postId: id }])}
              className="block w-full"
            >
              <Picture
                image={{ url, width: width ?? 1024, height: height ?? 1024, thumbhash }}
                alt=""
                sizes="64px"
                className="aspect-square! rounded-img"
              />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
