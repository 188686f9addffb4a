declare module '@20minutes/s3rver' {
  import type { AddressInfo } from 'node:net'

  /** A server that speaks S3 over a folder; it comes without types, and this is what the tests use of it. */
  export default class S3rver {
    constructor(options: {
      port: number
      address: string
      silent: boolean
      directory: string
      configureBuckets: { name: string; configs: string[] }[]
    })
    run(): Promise<AddressInfo>
    close(): Promise<void>
  }
}
