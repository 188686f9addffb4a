import kitStrings from '@pim/content-kit/locales/en-US.json'
import fieldStrings from '@pim/field-types/locales/en-US.json'
import own from '../locales/en-US.json'

/** The English strings of this section, with those of the packages that it bundles. */
export const strings = { 'en-US': { ...kitStrings, ...fieldStrings, ...own } }
