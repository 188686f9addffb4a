/*
 * In place of the part of the federation runtime that reads manifests and keeps what is in them: the shell reads them
 * itself (`remotes/manifests.ts`) and gives the runtime the address of an entry. The runtime has a switch for it
 * (`disableSnapshot`) that leaves out its plugins but not this class.
 */
export class SnapshotHandler {
  /** The runtime takes the entries of a section that is loaded again out of it. */
  readonly manifestCache = new Map<string, never>()
  /** No plugin has a part to play here. */
  readonly hooks = { lifecycle: {}, registerPlugins: {}, applyPlugin: () => undefined, removePlugin: () => undefined }

  async loadRemoteSnapshotInfo(): Promise<never> {
    throw new Error('The shell reads the manifests of sections.')
  }
}

/** Answers that no manifest has told anything of a section. */
export const getGlobalRemoteInfo = () => ({
  hostGlobalSnapshot: undefined,
  globalSnapshot: undefined,
  remoteSnapshot: undefined,
})
