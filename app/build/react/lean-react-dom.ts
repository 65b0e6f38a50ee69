import type { Plugin } from 'vite'

import { leaveOut, type LeftOut } from './leave-out.ts'

const rendering = /react-dom\/cjs\/react-dom-client\.production\.js$/

const reacts = /\/node_modules\/(?:react|react-dom|scheduler)\//

const parts = 'SuspenseList|ViewTransition|addTransitionType|Profiler|Activity'
const calls = 'hydrateRoot|prefetchDNS|preconnect|preload|preloadModule|preinit|preinitModule'

/** What would need a part that is left out: what is imported. */
const imported = new RegExp(
  [
    String.raw`\bimport\s*\{[^}]*\b(?:${parts}|${calls})\b[^}]*\}\s*from\s*['"]react(?:-dom(?:/client)?)?['"]`,
    String.raw`\bReact(?:DOM)?\.(?:${parts}|${calls})\b`,
  ].join('|'),
  'u',
)
/** And what is drawn: elements that React takes elsewhere or treats in a way of its own. */
const drawn =
  /<Fragment\s[^>]*\bref=|<(?:html|head|body|title|meta|link|style|script|[a-z][\da-z]*-[\da-z-]+)(?=[\s/>])/u

/** The first that a file needs of what is left out, if anything. */
export const neededBy = (id: string, code: string): string | undefined =>
  (imported.exec(code) ?? (id.endsWith('.tsx') ? drawn.exec(code) : null))?.[0]

/**
 * React's code for browsers is more than half of the first page's scripts. A quarter of it serves what this app never
 * does (docs/decisions/0071): pages written by a server, styles and scripts that wait for each other, transitions
 * between views, fragments with a reference, lists of suspended parts, hidden activities, custom elements, the
 * developers' panel.
 */
export function leanReactDom(): Plugin {
  let isFound = false
  return {
    name: 'lean-react-dom',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: [/\/app\/src\/.*\.tsx?$/, /\/node_modules\/.*\.m?js$/] },
      handler(code, id) {
        if (rendering.test(id)) {
          isFound = true
          return leaveOut(code, unused)
        }
        const needed = reacts.test(id) ? undefined : neededBy(id, code)
        if (needed !== undefined) throw new Error(`lean-react-dom.ts: ${id} needs what is left out: ${needed}`)
        return null
      },
    },
    buildEnd(error) {
      if (!error && !isFound) throw new Error('lean-react-dom.ts: React is in another file by now')
    },
  }
}

const [never, nothing, none] = ['!1', 'void 0', 'null']
const all = (value: string, names: readonly string[]) => Object.fromEntries(names.map((name) => [name, value]))

const unused: LeftOut = {
  variables: {
    // The root is drawn, not taken over from a server's page: nothing waits for its events to be played again.
    ...all(never, ['isHydrating', 'hasScheduledReplayAttempt']),
    ...all(none, ['hydrationErrors', 'nextHydratableInstance', 'hydrationParentFiber']),
    ...all(none, ['currentReplayingEvent', 'queuedFocus', 'queuedDrag', 'queuedMouse']),
    // Transitions between views.
    ...all(never, ['shouldStartViewTransition', 'viewTransitionMutationContext', 'inUpdateViewTransition']),
    ...all(never, ['rootViewTransitionAffected', 'viewTransitionContextChanged', 'rootViewTransitionNameCanceled']),
    ...all(none, ['appearingViewTransitions', 'viewTransitionCancelableChildren', 'pendingViewTransition']),
    ...all(none, ['pendingViewTransitionEvents', 'pendingTransitionTypes']),
  },
  calls: {
    ...all(never, ['popHydrationState', 'queueIfContinuousEvent']),
    ...all(none, ['getSuspenseInstanceFromFiber', 'getActivityInstanceFromFiber', 'getParentHydrationBoundary']),
    ...all(none, ['updateDehydratedSuspenseComponent', 'canHydrateInstance', 'canHydrateTextInstance']),
    ...all(none, ['upgradeHydrationErrorsToRecoverable']),
    ...all('0', ['getBumpedLaneForHydration', 'getBumpedLaneForHydrationByLane']),
    ...all(nothing, ['pushTreeFork', 'pushTreeId', 'pushMaterializedTreeId', 'popTreeContext']),
    ...all(nothing, ['restoreSuspendedTreeContext', 'popToNextHostParent', 'resetHydrationState']),
    ...all(nothing, ['queueHydrationError', 'retryIfBlockedOn', 'clearIfContinuousEvent']),
    ...all(nothing, ['commitSuspenseHydrationCallbacks', 'markRetryLaneIfNotHydrated', 'prepareToHydrateHostInstance']),
    // Styles, scripts and heads that wait for each other; the page's own three elements.
    ...all(never, ['isHostHoistableType', 'isSingletonScope']),
    ...all(nothing, ['clearSingletonPreambleContribution', 'markNodeAsHoistable']),
    ...all('!0', ['preloadResource']),
    // Fragments with a reference.
    ...all(never, ['isFragmentInstanceParent']),
    ...all(nothing, ['commitNewChildToFragmentInstances', 'commitNewChildToFragmentInstance']),
    ...all(nothing, ['commitFragmentInstanceInsertionEffects', 'commitFragmentInstanceDeletionEffects']),
    // Transitions between views.
    ...all(none, ['pushViewTransitionCancelableScope']),
    ...all(nothing, ['trackEnterViewTransitions', 'commitEnterViewTransitions', 'commitExitViewTransitions']),
    ...all(nothing, ['commitNestedViewTransitions', 'restoreEnterOrExitViewTransitions']),
    ...all(nothing, ['restoreNestedViewTransitions', 'measureNestedViewTransitions']),
    ...all(nothing, ['restoreViewTransitionOnHostInstances', 'scheduleViewTransitionEvent']),
    // Custom elements; what the developers' panel is told, and the names of components above an error.
    ...all(never, ['isCustomElement']),
    ...all(nothing, ['setPropOnCustomElement', 'setIsStrictModeForDevtools']),
    ...all('""', ['getStackByFiberInDevAndProd']),
  },
  properties: { ...all(never, ['isDehydrated']), ...all(none, ['dehydrated']) },
  // A profiler, a part from a server, a list of suspended parts, an element moved to the head, one of the page's own
  // three, a transition between views, an activity.
  kinds: { of: 'tag', never: [12, 18, 19, 26, 27, 30, 31] },
  cases: [
    'REACT_ACTIVITY_TYPE',
    'REACT_SUSPENSE_LIST_TYPE',
    'REACT_VIEW_TRANSITION_TYPE',
    'REACT_LEGACY_HIDDEN_TYPE',
    'REACT_PROFILER_TYPE',
  ],
  statements: [
    'FragmentInstance.prototype.',
    'exports.hydrateRoot =',
    'ReactDOMHydrationRoot.prototype.unstable',
    'ReactDOMSharedInternals.findDOMNode =',
    'if ("undefined" !== typeof __REACT_DEVTOOLS_GLOBAL_HOOK__)',
  ],
  methods: { of: 'ReactDOMSharedInternals.d', keep: ['f', 'r'] },
}
