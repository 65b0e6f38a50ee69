/** The keyboard table (SCREENS §6). */
import { useMessages } from '#i18n/messages.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'

import { shortcutMessages } from './shortcut.i18n.ts'

/** By group: keys in the order in which they are pressed, and what they do. */
const groups = [
  [
    'everywhere',
    [
      [['?'], 'help'],
      [['/'], 'search'],
      [['Ctrl K'], 'search'],
      [['N'], 'create'],
      [['G', 'F'], 'feed'],
      [['G', 'M'], 'messages'],
      [['G', 'N'], 'notifications'],
      [['G', 'P'], 'profile'],
      [['G', 'W'], 'workflows'],
      [['G', 'S'], 'stats'],
      [['Alt T'], 'failures'],
    ],
  ],
  [
    'lists',
    [
      [['J'], 'next'],
      [['K'], 'previous'],
      [['O'], 'open'],
      [['C'], 'comment'],
      [['L'], 'like'],
      [['S'], 'save'],
      [['Maj S'], 'share'],
      [['R'], 'remix'],
      [['H'], 'hide'],
      [['P'], 'author'],
      [['.'], 'news'],
    ],
  ],
  [
    'viewer',
    [
      [['← →'], 'walk'],
      [['+ − 0'], 'zoom'],
      [['D'], 'download'],
    ],
  ],
  [
    'forms',
    [
      [['Ctrl ↵'], 'submit'],
      [['Échap'], 'close'],
    ],
  ],
] as const

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const m = useMessages(shortcutMessages)
  return (
    <Dialog title={m.title} onClose={onClose}>
      <div className="grid gap-5">
        {groups.map(([title, shortcuts]) => (
          <section key={title} className="grid gap-1">
            <h3 className="text-sm">{m[title]}</h3>
            <dl className="grid gap-px">
              {shortcuts.map(([keys, does]) => (
                <div key={keys.join(' ')} className="flex min-h-9 items-center justify-between gap-4 text-sm">
                  <dt className="text-text-2">{m[does]}</dt>
                  <dd className="flex flex-none items-center gap-1.5">
                    {keys.map((key, place) => (
                      <span key={key} className="contents">
                        {place > 0 && <span className="text-xs text-text-3">{m.afterwards}</span>}
                        <kbd className="rounded-xs border border-line-strong bg-surface-2 px-2 py-0.5 font-sans text-xs font-semibold">
                          {key}
                        </kbd>
                      </span>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <p className="text-sm text-text-3">{m.note}</p>
      </div>
    </Dialog>
  )
}
