import { remoteConfig } from '@pim/build'

export default remoteConfig(import.meta.url)
