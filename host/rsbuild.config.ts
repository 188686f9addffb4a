import { hostConfig } from '@pim/build'
import { lighterFont } from './lighter-font.ts'

export default hostConfig(import.meta.url, [lighterFont()])
