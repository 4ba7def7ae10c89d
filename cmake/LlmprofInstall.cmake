# Install rules, package config.
