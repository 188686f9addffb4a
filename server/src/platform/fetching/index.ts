export { checkedAddress, createFetcher, type Fetcher, FetchRefused, type FileMark, type Outside } from './fetcher.ts'
