import { Component, Suspense, type ReactNode } from 'react'

import { lazy } from '#ui/lazy.ts'

const ScreenError = lazy(async () => (await import('./ScreenError.tsx')).ScreenError)

/** Keeps the frame when a screen breaks. */
export class ScreenBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null }

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error }
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children
    return (
      <Suspense fallback={null}>
        <ScreenError error={this.state.error} onRetry={() => this.setState({ error: null })} />
      </Suspense>
    )
  }
}
