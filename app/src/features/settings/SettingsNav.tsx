import ChevronRight from 'lucide-react/icons/chevron-right'

import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { classNames } from '#ui/class-names.ts'

import { sectionIcons, sections, type Section } from './sections.ts'
import { settingsMessages } from './settings.i18n.ts'

export interface SettingsNavProps {
  /** `null` on a phone, where the list is a screen of its own. */
  current: Section | null
}

/** The sections, beside the open one from 1024 up, before it below. */
export function SettingsNav({ current }: SettingsNavProps) {
  const m = useMessages(settingsMessages)
  return (
    <nav aria-label={m.sections} className="lg:sticky lg:top-6 lg:self-start">
      <ul className="grid gap-0.5 max-lg:divide-y max-lg:divide-line">
        {sections.map((section) => (
          <li key={section}>
            <SectionLink section={section} isCurrent={section === current} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

function SectionLink({ section, isCurrent }: { section: Section; isCurrent: boolean }) {
  const m = useMessages(settingsMessages)
  const Icon = sectionIcons[section]
  return (
    <Link
      to="/settings"
      search={{ section }}
      aria-current={isCurrent ? 'page' : undefined}
      className={classNames(
        'flex min-h-11 items-center gap-3 rounded-md py-2.5 text-sm lg:px-3.5 lg:hover:bg-surface-2',
        isCurrent ? 'bg-surface-2 font-semibold' : 'lg:text-text-2',
      )}
    >
      <Icon aria-hidden="true" className="size-5 flex-none" strokeWidth={1.75} />
      <span className="min-w-0 flex-1">
        <span className="block max-lg:font-semibold">{m[section]}</span>
        <span className="block text-xs text-text-3 lg:hidden">{m[`${section}Help`]}</span>
      </span>
      <ChevronRight aria-hidden="true" className="size-5 flex-none text-text-3 lg:hidden" strokeWidth={1.75} />
    </Link>
  )
}
