-- Indexes for the transparency report, which counts by time.
CREATE INDEX moderation_cases_appeals_index ON moderation_cases (created_at) WHERE source = 'appeal';
CREATE INDEX moderation_actions_created_index ON moderation_actions (created_at);
CREATE INDEX reports_created_index ON reports (created_at);
