import type { Observation } from './events.ts'

/** What becomes a figure. */
export interface Figures {
  observe(observation: Observation): void
  /** What is read when somebody asks. */
  gauge(name: string, help: string, read: () => number): void
  /** The same for several at once, by one label. */
  gauges(name: string, help: string, label: string, read: () => Readonly<Record<string, number>>): void
  /** What is said once for as long as this process lives. */
  facts(name: string, help: string, labels: Readonly<Record<string, string>>): void
  /** Forgets what was known under these names, and knows this instead. */
  replace(names: readonly string[], figures: readonly MetricFigure[]): void
}

export interface MetricFigure {
  readonly name: string
  readonly help: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

export interface Prometheus extends Figures {
  readonly contentType: string
  /** All that is known, as Prometheus reads it. */
  text(): Promise<string>
}
