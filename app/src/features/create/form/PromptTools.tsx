import { referenceTypes } from '@product/contract'
import BookMarked from 'lucide-react/icons/book-marked'
import ClipboardPaste from 'lucide-react/icons/clipboard-paste'
import Ellipsis from 'lucide-react/icons/ellipsis'
import History from 'lucide-react/icons/history'
import Palette from 'lucide-react/icons/palette'
import ScanText from 'lucide-react/icons/scan-text'
import { Suspense, useRef, useState, type RefObject } from 'react'

import { useUserId } from '#data/session.ts'
import { currentMessages, useMessages } from '#i18n/messages.ts'
import { lazy } from '#ui/lazy.ts'
import { Menu, type MenuItem } from '#ui/menu/Menu.tsx'
import { toast } from '#ui/toast/toast.ts'

import { changeDraft, getDraft, useDraftStore } from '../draft/draft-store.ts'
import { historyMessages } from '../history/history.i18n.ts'
import { useBegunDrafts } from '../history/use-begun-drafts.ts'
import { appended } from '../words/snippet-words.ts'
import { wordsMessages } from '../words/words.i18n.ts'
import { askToDescribe } from './assistant.ts'
import { DictateTool } from './DictateTool.tsx'
import { formMessages } from './form.i18n.ts'
import { icon, tool } from './prompt-tool.ts'

const HistoryDialog = lazy(async () => (await import('../history/HistoryDialog.tsx')).HistoryDialog)
const StylesDialog = lazy(async () => (await import('../words/StylesDialog.tsx')).StylesDialog)
const SnippetsDialog = lazy(async () => (await import('../words/SnippetsDialog.tsx')).SnippetsDialog)

export function PromptTools() {
  const m = useMessages(formMessages)
  const words = useMessages(wordsMessages)
  const isSignedIn = useUserId() !== null
  const [open, setOpen] = useState<'history' | 'styles' | 'snippets' | null>(null)
  const history = useMessages(historyMessages)
  const begun = useBegunDrafts().length
  const close = () => setOpen(null)
  const file = useRef<HTMLInputElement>(null)
  const describing = useDescribing(() => file.current?.click())
  const snippets = { label: words.snippets, icon: <BookMarked {...icon} />, onPress: () => setOpen('snippets') }
  const paste = { label: m.paste, icon: <ClipboardPaste {...icon} />, onPress: () => void pasteText() }
  return (
    <div className="-mx-2 flex flex-wrap items-center">
      <button type="button" className={tool} onClick={() => setOpen('styles')}>
        <Palette {...icon} />
        {words.styles}
      </button>
      <button
        type="button"
        aria-label={begun > 0 ? history.titleWith(begun) : undefined}
        className={tool}
        onClick={() => setOpen('history')}
      >
        <span className="relative">
          <History {...icon} />
          {begun > 0 && <span className="absolute -top-0.5 -right-0.5 size-2 rounded-full bg-info-text" />}
        </span>
        {history.title}
      </button>
      <DictateTool />
      <Menu
        label={m.moreTools}
        icon={<Ellipsis {...icon} />}
        className="bg-transparent! px-2! text-xs! font-medium! text-text-2! hover:bg-surface-2!"
        items={[...(isSignedIn ? [snippets] : []), ...describing, paste]}
      />
      <DescribedFile input={file} />
      <Suspense>
        {open === 'styles' && <StylesDialog onClose={close} />}
        {open === 'snippets' && (
          <SnippetsDialog
            onClose={close}
            onPick={(picked) => {
              close()
              changeDraft({ prompt: appended(getDraft().prompt, picked) })
            }}
          />
        )}
        {open === 'history' && (
          <HistoryDialog
            onClose={close}
            onPick={(prompt) => {
              close()
              changeDraft({ prompt })
            }}
          />
        )}
      </Suspense>
    </div>
  )
}

/** Of the references that are there already, and of any other picture. */
function useDescribing(choose: () => void): MenuItem[] {
  const m = useMessages(formMessages)
  const references = useDraftStore(({ draft }) => draft.references)
  const scan = <ScanText {...icon} />
  const items = references.flatMap(({ file, url, source }, place) => {
    const picture = source ?? url ?? file
    return picture ? [{ label: m.describeReference(place + 1), icon: scan, onPress: () => askToDescribe(picture) }] : []
  })
  return [...items, { label: items.length === 0 ? m.describeImage : m.describeFile, icon: scan, onPress: choose }]
}

function DescribedFile({ input }: { input: RefObject<HTMLInputElement | null> }) {
  const m = useMessages(formMessages)
  return (
    <input
      ref={input}
      type="file"
      accept={referenceTypes.join(',')}
      tabIndex={-1}
      aria-label={m.describeImage}
      className="hidden"
      onChange={(event) => {
        const [chosen] = event.target.files ?? []
        if (chosen) askToDescribe(chosen)
        event.target.value = ''
      }}
    />
  )
}

async function pasteText(): Promise<void> {
  try {
    const text = await navigator.clipboard.readText()
    changeDraft({ prompt: `${getDraft().prompt}${text}` })
  } catch {
    toast({ title: currentMessages(formMessages).pasteFailed, tone: 'danger' })
  }
}
