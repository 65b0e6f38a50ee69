import { useLayoutEffect, useRef, type ClipboardEvent, type KeyboardEvent } from 'react'

import { isTouch, useEnterSends } from '#entities/message/enter-sends.ts'
import { longestText } from '#entities/message/send.ts'
import { useMessages } from '#i18n/messages.ts'
import { classNames } from '#ui/class-names.ts'
import { inputClass } from '#ui/fields/TextField.tsx'

import { composerMessages } from './composer.i18n.ts'
import type { Writing } from './writing.ts'

export interface ComposerFieldProps extends Writing {
  /** Pasted. */
  onPictures: (pictures: readonly Blob[]) => void
}

/** One line that grows to six, with its keys. */
export function ComposerField(props: ComposerFieldProps) {
  const { text, aim, onText, onSend, onCancelAim, onEditLast, onPictures } = props
  const m = useMessages(composerMessages)
  const enterSends = useEnterSends()
  const field = useRef<HTMLTextAreaElement>(null)
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- whenever the words change
  useLayoutEffect(() => fit(field.current), [text])
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- whenever there is something else to write
  useLayoutEffect(() => {
    if (aim || !isTouch()) field.current?.focus({ preventScroll: true })
  }, [aim])
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (sendsNow(event, enterSends)) {
      event.preventDefault()
      onSend()
    } else if (event.key === 'ArrowUp' && text === '' && !hasModifier(event)) {
      event.preventDefault()
      onEditLast()
    } else if (event.key === 'Escape' && aim) {
      event.preventDefault()
      event.stopPropagation()
      onCancelAim()
    }
  }
  const paste = (event: ClipboardEvent) => {
    const pictures = [...event.clipboardData.files].filter(({ type }) => type.startsWith('image/'))
    if (pictures.length === 0) return
    event.preventDefault()
    onPictures(pictures)
  }
  return (
    <textarea
      ref={field}
      rows={1}
      maxLength={longestText}
      aria-label={m.label}
      placeholder={m.placeholder}
      enterKeyHint={enterSends ? 'send' : 'enter'}
      value={text}
      onChange={(event) => onText(event.target.value)}
      onKeyDown={press}
      onPaste={paste}
      className={classNames(inputClass, 'no-scrollbar mx-1 min-h-11 flex-1 resize-none py-2.25! leading-[1.4]')}
    />
  )
}

/** Entrée as one has settled it; with Ctrl or ⌘ it sends in any case. */
function sendsNow(event: KeyboardEvent, enterSends: boolean): boolean {
  if (event.key !== 'Enter') return false
  return event.ctrlKey || event.metaKey || (enterSends && !event.shiftKey && !event.altKey)
}

function hasModifier({ ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey || shiftKey
}

const mostLines = 6

function fit(field: HTMLTextAreaElement | null): void {
  if (!field) return
  const { style } = field
  style.height = 'auto'
  const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(field)
  const border = field.offsetHeight - field.clientHeight
  const padding = Number.parseFloat(paddingTop) + Number.parseFloat(paddingBottom)
  const most = mostLines * Number.parseFloat(lineHeight) + padding
  style.height = `${Math.min(field.scrollHeight, most) + border}px`
  style.overflowY = field.scrollHeight > most ? 'auto' : 'hidden'
}
