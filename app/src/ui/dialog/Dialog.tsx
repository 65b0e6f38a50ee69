import ChevronLeft from 'lucide-react/icons/chevron-left'
import X from 'lucide-react/icons/x'
import { useEffect, useId, useLayoutEffect, useRef, type PointerEvent, type ReactNode } from 'react'

import { defineMessages, useMessages } from '#i18n/messages.ts'

import { IconButton } from '../button/IconButton.tsx'
import { classNames } from '../class-names.ts'
import { focusScreen } from '../screen/focus-screen.ts'
import { ToastRegion } from '../toast/ToastRegion.tsx'
import { isScrimThere } from './awaited.ts'
import { holdPage } from './hold-page.ts'
import { useSheetDrag } from './use-sheet-drag.ts'

const messages = defineMessages({ fr: { close: 'Fermer' }, en: { close: 'Close' } })

const widths = { sm: 'md:w-120', md: 'md:w-160', lg: 'md:w-244', full: '' }

export interface DialogProps {
  title: string
  /** Language of the title where it is not the interface's. */
  titleLang?: string
  /** Asked for by Esc, the scrim, the close button or a drag: the owner unmounts the dialog. */
  onClose: () => void
  /** 480, 640 or 976 wide from 768 up, a bottom sheet below; `full` covers the screen. */
  size?: keyof typeof widths
  /** Stays visible under the body, above the on-screen keyboard. */
  footer?: ReactNode
  /** As high from the start as it may become: what stands in it changes, and nothing moves. */
  tall?: boolean
  /** From a part of it back to the whole, beside the title. */
  back?: { label: string; onPress: () => void }
  /** Always dark: for pictures. */
  dark?: boolean
  children: ReactNode
}

/**
 * A modal dialog, open while mounted. Focus goes to the element with `data-autofocus`, else to the title, and returns
 * to the opener. Opened by a search parameter, it also closes with the back button.
 */
export function Dialog(props: DialogProps) {
  const { title, titleLang, onClose, size = 'sm', footer, tall, back, dark, children } = props
  const m = useMessages(messages)
  const titleId = useId()
  const { dialog, scrim } = useModal(onClose)
  const drag = useSheetDrag(dialog, onClose)
  const full = size === 'full'
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      data-theme={dark ? 'dark' : undefined}
      {...scrim}
      className={classNames(
        'dialog flex flex-col overflow-hidden text-text',
        full ? 'dialog-full bg-bg' : 'dialog-sheet bg-surface shadow-dialog',
        tall && 'dialog-tall',
        widths[size],
      )}
    >
      <div {...(full ? {} : drag)} className="flex-none touch-none">
        {!full && <i aria-hidden="true" className="mx-auto mt-2 block h-1 w-9 rounded-full bg-line-strong md:hidden" />}
        <div className="relative flex items-center gap-2 py-1.5 pr-2 pl-5 md:py-3 md:pr-3.5 md:pl-6">
          {back && (
            <IconButton
              label={back.label}
              icon={<ChevronLeft aria-hidden="true" className="size-5.5" />}
              className="-ml-3"
              onClick={back.onPress}
            />
          )}
          <h2 id={titleId} lang={titleLang} tabIndex={-1} className="min-w-0 flex-1">
            {title}
          </h2>
          <IconButton label={m.close} icon={<X aria-hidden="true" className="size-5.5" />} onClick={onClose} />
        </div>
      </div>
      <div
        data-dialog-body
        className={classNames(
          'no-scrollbar min-h-0 flex-1 scroll-py-2 overflow-y-auto overscroll-contain',
          !full && 'px-5 pt-2 pb-5 md:px-6 md:pb-6',
        )}
      >
        {children}
      </div>
      <ToastRegion level={full ? 'screen' : 'sheet'} />
      {footer && (
        <div className="flex-none border-t border-line bg-surface px-5 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] md:px-6">
          {footer}
        </div>
      )}
    </dialog>
  )
}

function useModal(onClose: () => void) {
  const dialog = useRef<HTMLDialogElement>(null)
  const pressedScrim = useRef(false)
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return undefined
    if (isScrimThere()) element.dataset['awaited'] = ''
    element.showModal()
    const first = element.querySelector<HTMLElement>('[data-autofocus]') ?? element.querySelector('h2')
    first?.focus()
    // After what has the page laid out anyway: it measures.
    const letGo = holdPage()
    // Closing gives the focus back to the opener; unmounting alone would not. One that its address opened has none.
    return () => {
      element.close()
      letGo()
      const { activeElement: on, body } = document
      if (on === body || element.contains(on)) focusScreen()
    }
  }, [])
  useEffect(() => {
    const element = dialog.current
    const cancel = (event: Event) => {
      if (event.target !== element) return
      event.preventDefault()
      onClose()
    }
    element?.addEventListener('cancel', cancel)
    return () => element?.removeEventListener('cancel', cancel)
  }, [onClose])
  const scrim = {
    // Only a press that begins and ends on the scrim closes: a selection dragged out of a field does not.
    onPointerDown: (event: PointerEvent) => {
      pressedScrim.current = isOutside(event)
    },
    onPointerUp: (event: PointerEvent) => {
      if (pressedScrim.current && isOutside(event)) onClose()
    },
  }
  return { dialog, scrim }
}

function isOutside(event: PointerEvent): boolean {
  if (event.target !== event.currentTarget) return false
  const box = event.currentTarget.getBoundingClientRect()
  const { clientX: x, clientY: y } = event
  return x < box.left || x > box.right || y < box.top || y > box.bottom
}
