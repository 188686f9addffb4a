export { FetchRefused } from './fetch-refused.ts'
export { checkedAddress, createFetcher, type Fetcher, type FileMark } from './fetcher.ts'
export { internet, judgedAddress, type Outside } from './judged-address.ts'
