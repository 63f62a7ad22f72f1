/** What of a word may stand in parentheses behind these in English: eval(uation), alert(s), expression(less). */
const ENDINGS = {
  eval: ['s', 'uates', 'uated', 'uating', 'uations', 'uators', 'uative'],
  alert: ['s', 'ed', 'ing', 'ness', 'ly'],
  expression: ['s', 'al', 'less', 'ist', 'ism'],
}

/** `(?:i(?:n(?:g)?)?)?`: a word, or as much of it as was typed so far. */
const begun = (word: string) => [...word].reduceRight((rest, letter) => `(?:${letter}${rest})?`, '')

/**
 * A call of `name`, with anything in its parentheses but English: the ending of a word, which may be half typed, or words
 * that stood there before somebody typed in front of them.
 */
const callOf = ([name, endings]: [string, string[]]) =>
  new RegExp(
    `\\b${name}${SKIPPED}\\((?!(?:${endings.map(begun).join('|')})(?:\\)|\\s|$))(?!${PROSE})${REST}`,
    'gi',
  )

const PROSE = "\\s+[a-z]|(?!new\\s)[a-z']+[:;.!?]*\\s+[a-z]"
/** To the end of the call; without one only what is at the end of the line, so that it takes no words along. */
const REST = '(?:(?:[^()]|\\([^()]*\\))*\\)|\\S{0,200}$)'
/** What may stand between a name and its parenthesis in code, but does not in English. */
const SKIPPED = '(?:/\\*[^*]*\\*/|\\?\\.)?'
const RUNNERS = 'alert|eval|confirm|prompt|execScript|msgbox'

/**
 * Code that somebody was told to paste, or that a page tries to have typed: never English. What makes it code is that
 * it does something: a name alone (window.open, eval(), `alert`) is what people talk about. Only document.cookie goes
 * by itself. Each is linear: what repeats without bound stops where the next match could begin.
 */
export const CODE: RegExp[] = [
  // Scripts, and what else loads a page of somebody else's.
  /<[\s/]*script(?![a-z\d-])[^<>]*>?/gi,
  /<[\s/]*(?:iframe|frame|object|embed|applet|base|meta|link)[\s/][^<>=]*=[^<>]*>?/gi,
  /<[\s/]*style(?![a-z\d-])[^<>]*>[^<]*(?:@import|url\(|behavior:|binding:)[^<]*/gi,
  // Handlers, in a tag or breaking out of one.
  /<[a-z!/?][^<>]*?[\s/"'`]on[a-z]{3,30}\s*=[^<>]*>?/gi,
  /(?<![\w.-])on[a-z]{3,30}\s*=\s*["'`]?(?:\(?[\w$][\w.$]*\)?\s*[([`=]|(?:alert|eval|confirm|prompt)\b)[^\s>]*/gi,
  // Addresses that run: with a word behind the colon it is a title, with a call or an operator it is code.
  /\b(?:java\s*|vb|live)script\s*:(?=\S)(?![a-z]*(?:[\s,.!?)]|$)|["“‘(][^(=`[]{0,200}$)\S*/gi,
  /\b(?:java\s*|vb|live)script\s*:\s*(?:[\w.$]+\((?=\s*["'`\d])|(?:document|window|location|self|top)\s*[.=[]|(?:void|throw)(?:\s*\(|\s+\w+(?:\(|\s*=)|\s+0)|msgbox|\/[/*])\S*/gi,
  /\bdata:(?:text\/(?:html|xml|javascript)|image\/svg|application\/(?:xhtml|xml|(?:x-)?(?:java|ecma)script))\S*/gi,
  /\bdata\s*:\s*(?:[a-z]+\/[\w.+-]+)?(?:;[\w=.-]+)*,(?=\S)\S*/gi,
  // Calls.
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
  // What is done to the page, and where it is led.
  /\bdocument\s?\.\s?cookie\b/gi,
  /\b(?:document|window|self|top|parent|frames|globalThis)(?:\?\.|\.)[\w$][\w.$]{0,80}(?:\s*[+|&?]?=(?![=>])|(?:\?\.)?\((?!\s*(?:\)|$))[^)]*\)?|`[^`]*`?|\[[^\]]*\]?)/gi,
  /\b(?:document|window|self|top|parent|frames|globalThis|this)(?:\?\.)?\[\s*["'`/(\\][^\]]*\]?/gi,
  /\b(?:window|self|top|parent|frames|globalThis|this)(?:\?\.)?\[[^\]]{1,200}\]\s*[(`[=][^)]*\)?/gi,
  /\blocation(?:\.(?:href|hash|search|pathname))?\s*=\s*(?:["'`]\s*(?:javascript|https?:|\/\/|\\|data:)|name\b|atob\()\S*/gi,
  /\blocation\.(?:assign|replace)\((?!\s*(?:\)|$))[^)]*\)?/gi,
  /\.(?:inner|outer)HTML\s*\+?=(?![=>])\s*["'`\w]\S*/gi,
]

/** None of the above is there without one of these. */
export const PUNCTUATION = /[<>()[\]=:.`&%\\]/g
