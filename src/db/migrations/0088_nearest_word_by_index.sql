-- Whether any post has another form of a word is asked of the index. For a word that nobody wrote the planner expects a few
-- thousand posts, the first of them soon, and reads them all: 4.6 seconds for "conciousness" at a million posts.
ALTER FUNCTION nearest_word(text) SET enable_seqscan = off;
