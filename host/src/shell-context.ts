import type { ApiClient } from '@pim/api-client'
import type { Settings } from '@pim/contract'
import type { QueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { AccountStore } from './account/account-store.ts'
import type { FeedbackStore } from './feedback/feedback-store.ts'
import type { LanguageChoice } from './language/language-choice.ts'
import type { CommandRegistry } from './palette/command-registry.ts'
import type { failureReporter } from './remotes/report-failures.ts'
import type { SectionLoader } from './remotes/section-loader.ts'
import type { Section } from './remotes/sections.ts'
import type { Session } from './sign-in/session.ts'
import type { Memberships } from './tenancy/follow-memberships.ts'
import type { Tenancy } from './tenancy/tenancy-store.ts'
import type { UploadQueue } from './uploads/upload-queue.ts'

/** The services created at start; they never change while the page lives. */
export interface ShellParts {
  client: ApiClient
  queryClient: QueryClient
  session: Session
  account: AccountStore
  settings: Settings
  sections: readonly Section[]
  loader: SectionLoader
  /** Tells the server what failed in a slot; the loader tells of sections itself. */
  reportFailure: ReturnType<typeof failureReporter>
  tenancy: Tenancy
  memberships: Memberships
  feedback: FeedbackStore
  uploads: UploadQueue
  /** Whether a file is on its way, also one that a section sends by itself. */
  isUploading: () => boolean
  commands: CommandRegistry
  language: LanguageChoice
}

export const ShellContext = createContext<ShellParts | undefined>(undefined)

/** For the shell's own components; sections use the hooks of `@pim/shell`. */
export function useShellParts(): ShellParts {
  const parts = useContext(ShellContext)
  if (!parts) throw new Error('There is no shell above this component.')
  return parts
}
