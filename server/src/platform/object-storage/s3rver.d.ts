declare module '@20minutes/s3rver' {
  import type { AddressInfo } from 'node:net'

  /** A test server with the S3 API over a folder. The package has no types; these are what the tests use. */
  export default class S3rver {
    constructor(options: {
      port: number
      address: string
      silent: boolean
      allowMismatchedSignatures?: boolean
      directory: string
      configureBuckets: { name: string; configs: string[] }[]
    })
    run(): Promise<AddressInfo>
    close(): Promise<void>
  }
}
