import { referenceTypes } from '@product/contract'
import BookMarked from 'lucide-react/icons/book-marked'
import ClipboardPaste from 'lucide-react/icons/clipboard-paste'
import History from 'lucide-react/icons/history'
import Palette from 'lucide-react/icons/palette'
import ScanText from 'lucide-react/icons/scan-text'
import { Suspense, useRef, useState } from 'react'

import { useUserId } from '#data/session.ts'
import { currentMessages, useMessages } from '#i18n/messages.ts'
import { lazy } from '#ui/lazy.ts'
import { Menu } from '#ui/menu/Menu.tsx'
import { toast } from '#ui/toast/toast.ts'

import { changeDraft, getDraft, useDraftStore } from '../draft/draft-store.ts'
import { appended } from '../words/snippet-words.ts'
import { wordsMessages } from '../words/words.i18n.ts'
import { askToDescribe } from './assistant.ts'
import { DictateTool } from './DictateTool.tsx'
import { formMessages } from './form.i18n.ts'
import { icon, tool } from './prompt-tool.ts'

const HistoryDialog = lazy(async () => (await import('./HistoryDialog.tsx')).HistoryDialog)
const StylesDialog = lazy(async () => (await import('../words/StylesDialog.tsx')).StylesDialog)
const SnippetsDialog = lazy(async () => (await import('../words/SnippetsDialog.tsx')).SnippetsDialog)

export function PromptTools() {
  const m = useMessages(formMessages)
  const words = useMessages(wordsMessages)
  const isSignedIn = useUserId() !== null
  const [open, setOpen] = useState<'history' | 'styles' | 'snippets' | null>(null)
  const close = () => setOpen(null)
  return (
    <div className="-mx-2 flex flex-wrap items-center">
      <button type="button" className={tool} onClick={() => setOpen('styles')}>
        <Palette {...icon} />
        {words.styles}
      </button>
      {isSignedIn && (
        <button type="button" className={tool} onClick={() => setOpen('snippets')}>
          <BookMarked {...icon} />
          {words.snippets}
        </button>
      )}
      <button type="button" className={tool} onClick={() => setOpen('history')}>
        <History {...icon} />
        {m.history}
      </button>
      <DescribeTool />
      <button type="button" className={tool} onClick={() => void pasteText()}>
        <ClipboardPaste {...icon} />
        {m.paste}
      </button>
      <DictateTool />
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

/** Of a reference that is there already, or of any other picture. */
function DescribeTool() {
  const m = useMessages(formMessages)
  const input = useRef<HTMLInputElement>(null)
  const references = useDraftStore(({ draft }) => draft.references)
  const items = references.flatMap(({ file, url, source }, place) => {
    const picture = source ?? url ?? file
    return picture ? [{ label: m.describeReference(place + 1), onPress: () => askToDescribe(picture) }] : []
  })
  const choose = () => input.current?.click()
  return (
    <>
      {items.length === 0 ? (
        <button type="button" className={tool} onClick={choose}>
          <ScanText {...icon} />
          {m.describeImage}
        </button>
      ) : (
        <Menu
          label={m.describeImage}
          icon={<ScanText {...icon} />}
          className="bg-transparent! px-2! text-xs! font-medium! text-text-2! hover:bg-surface-2!"
          items={[...items, { label: m.describeFile, onPress: choose }]}
        />
      )}
      <input
        ref={input}
        type="file"
        accept={referenceTypes.join(',')}
        tabIndex={-1}
        aria-label={m.describeImage}
        className="hidden"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file) askToDescribe(file)
          event.target.value = ''
        }}
      />
    </>
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
