interface Permission {
  readonly may: boolean
  readonly reason: string | undefined
}

/** For a `GuardedButton` that waits for what is typed or chosen: what is missing or wrong, in words; without any it works. */
export const whenComplete = (fault: string | undefined): Permission => ({ may: fault === undefined, reason: fault })
