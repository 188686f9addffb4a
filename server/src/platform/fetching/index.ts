export { checkedAddress, createFetcher, type Fetcher, FetchRefused, type Outside } from './fetcher.ts'
