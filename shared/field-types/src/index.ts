export type { SettingsChange } from './core/change.ts'
export type {
  Comparison,
  ComparisonOperator,
  FieldTypeModel,
  IndexKeys,
  KeyColumn,
  NumberKey,
  PlacedReference,
  Reference,
  ReferenceAllowance,
  SortKey,
} from './core/field-type-model.ts'
export { type FilterInput, type FilterReading, type OperandCount, operatorMeanings } from './core/filter.ts'
export { isShapeIssue, type ValueCode, type ValueIssue, valueCodes } from './core/issue.ts'
export { LongValue, type LongValueFacts } from './core/long-value.ts'
export { fitsMimeType } from './core/mime-type.ts'
export { hasOption, type Option, optionLabel } from './core/option.ts'
export { preparePatterns } from './core/prepare-patterns.ts'
export { isTimeZone, meantBy, type Reading, type ReadingPart, withoutSign } from './core/reading.ts'
export { technicalNameOf } from './core/technical-name.ts'
export { fold, keyLength, maxTextLength, normalForm, partKey, textKey, withoutUnseen } from './core/text.ts'
export type { TypedAmount } from './core/typed-amount.ts'
export { type FieldTypeFacts, factsOf, fileFieldOf } from './facts.ts'
export {
  behaviourOf,
  type CodePart,
  checkField,
  contentOf,
  type FieldBehaviour,
  settingsChange,
  type TextReading,
  type ValueReading,
} from './field-behaviour.ts'
export { familyOf, unitFamilies, unitSymbol, unitsOf } from './measurement/units.ts'
export { currencies } from './price/currencies.ts'
export { openParts, proposeReading, unknownCells, unknownCodes } from './propose-reading.ts'
export { fieldTypeModels, roomOf } from './registry.gen.ts'
export type { RichTextDocument, RichTextNode } from './rich-text/document.ts'
export { looksLikeHtml, richTextFromHtml, richTextFromText } from './rich-text/from-html.ts'
export type { OnLeftOut } from './rich-text/left-out.ts'
export { type LeftOut, LeftOutCounter } from './rich-text/left-out.ts'
export { richTextToHtml } from './rich-text/to-html.ts'
export { slugFrom } from './slug/slug-from.ts'
export {
  channelsWith,
  type FieldIssue,
  isRequiredOn,
  issuesOfReading,
  percentOf,
  readinessFrom,
  requiredFields,
  resolveCompleteness,
  validateField,
  validateFields,
  validateFieldsInSteps,
} from './validate-fields.ts'
