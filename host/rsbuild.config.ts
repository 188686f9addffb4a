import { hostConfig } from '@pim/build'

export default hostConfig(import.meta.url)
