/** Members that say what kind of component it is, or are those of every function. */
const ofItself =
  /^(?:\$\$typeof|render|compare|type|name|length|prototype|caller|callee|arguments|arity|(?:default|display|get).*|propTypes|(?:childC|c)ontextTypes?|mixins)$/

/**
 * In place of `hoist-non-react-statics`, which carries the whole of an older `react-is`: gives a component the static
 * members of another. Emotion takes it for `withTheme`.
 */
export default function takeStaticMembers<Target extends object>(target: Target, source: object): Target {
  for (const name of Reflect.ownKeys(source)) {
    const member = Object.getOwnPropertyDescriptor(source, name)
    if (member && !(typeof name === 'string' && ofItself.test(name))) Object.defineProperty(target, name, member)
  }
  return target
}
