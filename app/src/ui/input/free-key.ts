import { getDisplaySettings } from '../display/display-settings.ts'

/**
 * The key that was pressed, as `j`, `Shift+s`, `Enter` or `?`, where it is free to mean something by itself: nobody
 * writes, no dialog or menu is open, and whoever wants no single keys (WCAG 2.1.4) pressed none; else `null`.
 */
export function freeKey(event: KeyboardEvent): string | null {
  const { defaultPrevented, ctrlKey, metaKey, altKey, shiftKey, key, target } = event
  if (defaultPrevented || ctrlKey || metaKey || altKey) return null
  if (key.length === 1 && !getDisplaySettings().shortcuts) return null
  const isWriting =
    target instanceof Element && target.closest('input, textarea, select, [contenteditable], [role=menu]')
  if (isWriting || document.querySelector('dialog:modal, [role=menu]:popover-open')) return null
  return /^[a-z]$/iu.test(key) ? `${shiftKey ? 'Shift+' : ''}${key.toLowerCase()}` : key
}
