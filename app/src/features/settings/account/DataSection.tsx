import CalendarClock from 'lucide-react/icons/calendar-clock'
import Gauge from 'lucide-react/icons/gauge'
import Leaf from 'lucide-react/icons/leaf'
import type { LucideIcon } from 'lucide-react/types'

import { useSparedToday } from '#data/reach/data-saver.ts'
import { changeSetting, type MySettings } from '#entities/profile/my-settings.ts'
import { setBudgets, useDataUsage } from '#entities/profile/saving/data-usage.ts'
import { knowsNetwork, saverFor } from '#entities/profile/saving/mobile-data.ts'
import type { Budgets } from '#entities/profile/saving/usage.ts'
import { formatBytes } from '#i18n/format-bytes.ts'
import { useMessages } from '#i18n/messages.ts'
import { changeDisplaySettings } from '#ui/display/change-display.ts'
import { SelectField } from '#ui/fields/SelectField.tsx'

import { SettingChoice } from '../SettingChoice.tsx'
import { SettingRow } from '../SettingRow.tsx'
import { SettingsCard } from '../SettingsCard.tsx'
import { accountMessages } from './account.i18n.ts'
import { DeleteAccount } from './DeleteAccount.tsx'
import { ExportData } from './ExportData.tsx'

const dayBudgets = [10, 20, 50, 100, 200]
const monthBudgets = [50, 100, 200, 500, 1000, 2000]

/** How much is fetched, what one may take along, and how one leaves. */
export function DataSection({ userId }: { userId: string }) {
  const m = useMessages(accountMessages)
  return (
    <>
      <SettingsCard title={m.saving}>{(settings) => <Saving settings={settings} userId={userId} />}</SettingsCard>
      <ExportData userId={userId} />
      <DeleteAccount userId={userId} />
    </>
  )
}

function Saving({ settings, userId }: { settings: MySettings; userId: string }) {
  const m = useMessages(accountMessages)
  const spared = useSparedToday()
  const used = useDataUsage()
  const { data_day_budget_mb: day, data_budget_mb: month } = settings
  const change = (next: Partial<Budgets>) => setBudgets({ day, month, ...next })
  return (
    <>
      <SettingChoice
        icon={Leaf}
        name={m.saver}
        help={spared > 0 ? `${m.saverHelp} ${m.spared(formatBytes(spared))}` : m.saverHelp}
        setting="data_saver"
        value={settings.data_saver}
        options={[
          { value: 'auto', label: m.auto },
          ...(knowsNetwork() || settings.data_saver === 'cellular'
            ? [{ value: 'cellular' as const, label: m.cellular }]
            : []),
          { value: 'on', label: m.on },
          { value: 'off', label: m.off },
        ]}
        onChange={(next) => {
          changeDisplaySettings({ saver: saverFor(next) })
          changeSetting(userId, 'data_saver', next)
        }}
      />
      <Budget
        icon={CalendarClock}
        name={m.dayBudget}
        help={m.dayBudgetHelp(formatBytes(used.session), formatBytes(used.day))}
        setting="data_day_budget_mb"
        value={day}
        offered={dayBudgets}
        onChange={(megabytes) => {
          change({ day: megabytes })
          changeSetting(userId, 'data_day_budget_mb', megabytes)
        }}
      />
      <Budget
        icon={Gauge}
        name={m.budget}
        help={m.budgetHelp(formatBytes(used.month))}
        setting="data_budget_mb"
        value={month}
        offered={monthBudgets}
        onChange={(megabytes) => {
          change({ month: megabytes })
          changeSetting(userId, 'data_budget_mb', megabytes)
        }}
      />
    </>
  )
}

interface BudgetProps {
  icon: LucideIcon
  name: string
  help: string
  setting: 'data_day_budget_mb' | 'data_budget_mb'
  value: number | null
  offered: readonly number[]
  onChange: (megabytes: number | null) => void
}

function Budget({ icon, name, help, setting, value, offered, onChange }: BudgetProps) {
  const m = useMessages(accountMessages)
  // What the device kept of an earlier version knows nothing of it.
  const isOwn = typeof value === 'number' && !offered.includes(value)
  const known = isOwn ? [...offered, value].toSorted((a, b) => a - b) : offered
  return (
    <SettingRow icon={icon} name={name} help={help} setting={setting}>
      <div className="w-full md:w-84">
        <SelectField
          label={name}
          hideLabel
          value={String(value ?? '')}
          options={[
            { value: '', label: m.noBudget },
            ...known.map((count) => ({ value: String(count), label: formatBytes(count * 1e6) })),
          ]}
          onChange={({ target }) => onChange(Number(target.value) || null)}
        />
      </div>
    </SettingRow>
  )
}
