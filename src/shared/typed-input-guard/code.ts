/** Word endings that English prose writes in parentheses: eval(uation), alert(s), expression(less). */
const ENDINGS = {
  eval: ['s', 'uates', 'uated', 'uating', 'uations', 'uators', 'uative'],
  alert: ['s', 'ed', 'ing', 'ness', 'ly'],
  expression: ['s', 'al', 'less', 'ist', 'ism'],
}

/** Matches any prefix of a word, because the user may still be typing it: `(?:i(?:n(?:g)?)?)?`. */
const begun = (word: string) => [...word].reduceRight((rest, letter) => `(?:${letter}${rest})?`, '')

/** Matches a call of the function `name`, unless the parentheses contain prose or a word ending. */
const callOf = ([name, endings]: [string, string[]]) =>
  new RegExp(
    `\\b${name}${SKIPPED}\\((?!(?:${endings.map(begun).join('|')})(?:\\)|\\s|$))(?!${PROSE})${REST}`,
    'gi',
  )

const PROSE = "\\s+[a-z]|(?!new\\s)[a-z']+[:;.!?]*\\s+[a-z]"
/** Matches the rest of a call. If unclosed, matches up to 200 characters at the end of the line. */
const REST = '(?:(?:[^()]|\\([^()]*\\))*\\)|\\S{0,200}$)'
/** Matches a comment or `?.` between a function's name and its parenthesis, which occur only in code. */
const SKIPPED = '(?:/\\*[^*]*\\*/|\\?\\.)?'
const RUNNERS = 'alert|eval|confirm|prompt|execScript|msgbox'

/**
 * Patterns of code that attackers ask people to paste. They must not match prose. A name alone (window.open,
 * eval(), `alert`) is allowed, because people write about it, but document.cookie is not. Each pattern runs
 * in linear time.
 */
export const CODE_PATTERNS: RegExp[] = [
  // Scripts and other elements that load external pages.
  /<[\s/]*script(?![a-z\d-])[^<>]*>?/gi,
  /<[\s/]*(?:iframe|frame|object|embed|applet|base|meta|link)[\s/][^<>=]*=[^<>]*>?/gi,
  /<[\s/]*style(?![a-z\d-])[^<>]*>[^<]*(?:@import|url\(|behavior:|binding:)[^<]*/gi,
  // Event handlers, inside a tag or in text that breaks out of one.
  /<[a-z!/?][^<>]*?[\s/"'`]on[a-z]{3,30}\s*=[^<>]*>?/gi,
  /(?<![\w.-])on[a-z]{3,30}\s*=\s*["'`]?(?:\(?[\w$][\w.$]*\)?\s*[([`=]|(?:alert|eval|confirm|prompt)\b)[^\s>]*/gi,
  // URLs that run code. A word after the colon indicates a title, such as "JavaScript: The Good Parts".
  /\b(?:java\s*|vb|live)script\s*:(?=\S)(?![a-z]*(?:[\s,.!?)]|$)|["“‘(][^(=`[]{0,200}$)\S*/gi,
  /\b(?:java\s*|vb|live)script\s*:\s*(?:[\w.$]+\((?=\s*["'`\d])|(?:document|window|location|self|top)\s*[.=[]|(?:void|throw)(?:\s*\(|\s+\w+(?:\(|\s*=)|\s+0)|msgbox|\/[/*])\S*/gi,
  /\bdata:(?:text\/(?:html|xml|javascript)|image\/svg|application\/(?:xhtml|xml|(?:x-)?(?:java|ecma)script))\S*/gi,
  /\bdata\s*:\s*(?:[a-z]+\/[\w.+-]+)?(?:;[\w=.-]+)*,(?=\S)\S*/gi,
  // Function calls.
  ...Object.entries(ENDINGS).map(callOf),
  /\b(?:eval|alert)\s+\(\s*(?:\d{1,2}|["'`][^"'`\s]*["'`])\s*\)/gi,
  new RegExp(
    `\\b(?:${RUNNERS})${SKIPPED}\\(\\s*(?:["'\`\\d]|document\\b|location\\b|origin\\b|atob\\b)${REST}`,
    'gi',
  ),
  /\b(?:function|setTimeout|setInterval|setImmediate|atob|constructor)\(\s*["'`][^)]*\)?/gi,
  /\b(?:fetch|import|open|importScripts|sendBeacon)\(\s*["'`](?:https?:|data:|\/\/|\\)[^)]*\)?/gi,
  /\bfromCharCode\(\s*\d[^)]*\)?/gi,
  new RegExp(
    `(?<!\`)\\b(?:${RUNNERS}|function|setTimeout|setInterval|fetch|import)\`[^\\s\`][^\`]*\`?`,
    'gi',
  ),
  new RegExp(`\\((?:${RUNNERS})\\)\\s*[(\`][^)]*\\)?`, 'gi'),
  new RegExp(`\\b(?:${RUNNERS})\\.(?:call|apply|bind)\\b\\s*[(\`][^)]*\\)?`, 'gi'),
  new RegExp(`\\.\\w+\\(\\s*(?:${RUNNERS})\\s*\\)`, 'gi'),
  // Code that reads cookies, changes the page or redirects.
  /\bdocument\s?\.\s?cookie\b/gi,
  /\b(?:document|window|self|top|parent|frames|globalThis)(?:\?\.|\.)[\w$][\w.$]{0,80}(?:\s*[+|&?]?=(?![=>])|(?:\?\.)?\((?!\s*(?:\)|$))[^)]*\)?|`[^`]*`?|\[[^\]]*\]?)/gi,
  /\b(?:document|window|self|top|parent|frames|globalThis|this)(?:\?\.)?\[\s*["'`/(\\][^\]]*\]?/gi,
  /\b(?:window|self|top|parent|frames|globalThis|this)(?:\?\.)?\[[^\]]{1,200}\]\s*[(`[=][^)]*\)?/gi,
  /\blocation(?:\.(?:href|hash|search|pathname))?\s*=\s*(?:["'`]\s*(?:javascript|https?:|\/\/|\\|data:)|name\b|atob\()\S*/gi,
  /\blocation\.(?:assign|replace)\((?!\s*(?:\)|$))[^)]*\)?/gi,
  /\.(?:inner|outer)HTML\s*\+?=(?![=>])\s*["'`\w]\S*/gi,
]

/** Every pattern requires at least one of these characters, so a text without them contains no code. */
export const CODE_PUNCTUATION = /[<>()[\]=:.`&%\\]/g
